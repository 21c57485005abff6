"""Writers keep what others have: inputs, foreign files, and the old file if the new one fails."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from shatterproof.errors import InputError
from shatterproof.game import find_game
from shatterproof_properties.common import outputs
from shatterproof_properties.common.outputs import (
    CERTIFICATE,
    MANIFEST,
    PAGE,
    SVG,
    may_write,
    may_write_folder,
    write_file,
    write_folder,
    write_tree,
)

CRUMBLE = find_game("crumble")
PICTURE = CRUMBLE.to_svg(CRUMBLE.start("2x2"))


def test_a_file_is_written_with_the_folders_above_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.svg: cannot be written: No such file"):
        write_file(tmp_path / "new" / "a.svg", PICTURE, SVG)
    write_file(tmp_path / "new" / "a.svg", PICTURE, SVG, parents=True)
    assert (tmp_path / "new" / "a.svg").read_text(encoding="utf-8") == PICTURE
    assert [each.name for each in (tmp_path / "new").iterdir()] == ["a.svg"]


@pytest.mark.parametrize("before", ["mine", "<svg>mine</svg>", '{"format":"shatterproof-certificate"}'])
def test_a_file_of_somebody_else_is_kept_unless_forced(tmp_path: Path, before: str) -> None:
    file = tmp_path / "a.svg"
    file.write_text(before, encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.svg: exists, and is not a picture of ours.*--force"):
        write_file(file, PICTURE, SVG)
    assert file.read_text(encoding="utf-8") == before
    write_file(file, PICTURE, SVG, force=True)
    assert file.read_text(encoding="utf-8") == PICTURE


@pytest.mark.parametrize("link", [os.link, os.symlink])
def test_an_input_is_never_written_over_by_whatever_name(tmp_path: Path, link: object) -> None:
    given = tmp_path / "p.svg"
    given.write_text(PICTURE, encoding="utf-8")
    assert callable(link)
    link(given, tmp_path / "other.svg")
    for name in ("p.svg", "other.svg"):
        with pytest.raises(InputError, match="this command reads the file"):
            write_file(tmp_path / name, "x", SVG, inputs=[given], force=True)
    assert given.read_text(encoding="utf-8") == PICTURE


def test_a_disk_that_is_full_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.svg"
    file.write_text(PICTURE, encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"a\.svg: cannot be written: No space left on device"):
        write_file(file, "x", SVG)
    assert file.read_text(encoding="utf-8") == PICTURE
    assert os.listdir(tmp_path) == ["a.svg"]


def test_permissions_are_kept_and_links_are_written_through(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(PICTURE, encoding="utf-8")
    (tmp_path / "a.svg").chmod(0o640)
    (tmp_path / "b.svg").symlink_to("a.svg")
    write_file(tmp_path / "b.svg", PICTURE + "\n", SVG)
    assert (tmp_path / "b.svg").is_symlink()
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == PICTURE + "\n"
    assert (tmp_path / "a.svg").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["x" * 300, "loop", "no\0name"])
def test_a_name_that_cannot_be_is_an_input_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputError, match="cannot be written"):
        write_file(tmp_path / name, PICTURE, SVG)


@pytest.mark.parametrize("place", ["/proc/x", "/proc/folder/x", "file/x", "file/folder/x", "/sys/x", "folder", "loop"])
def test_a_place_that_cannot_be_written_is_found_before_the_work(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        may_write(tmp_path / place, PAGE, parents=True)
    if place not in ("folder", "loop"):
        with pytest.raises(InputError, match="cannot be written"):
            may_write_folder(tmp_path / place)


def test_a_place_that_can_be_written_is_left_as_it_is(tmp_path: Path) -> None:
    may_write(tmp_path / "new" / "file", PAGE, parents=True)
    may_write_folder(tmp_path / "new" / "folder")
    may_write(Path("/dev/null"), PAGE)
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_is_recognised_wherever_its_format_stands(tmp_path: Path) -> None:
    file = tmp_path / "a.certificate.json"
    file.write_text('{"claim":"mated-1","format":"shatterproof-certificate"}', encoding="utf-8")
    write_file(file, "{}", CERTIFICATE)
    with pytest.raises(InputError, match="exists"):
        write_file(file, "{}", CERTIFICATE)


def test_a_folder_is_written_again_and_what_it_no_longer_has_goes(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    write_folder(folder, {"index.html": "1", "crumble/witness.json": "{}"})
    write_folder(folder, {"index.html": "2"})
    assert (folder / "index.html").read_text(encoding="utf-8") == "2"
    assert not (folder / "crumble" / "witness.json").exists()


def test_in_a_folder_of_ours_files_of_others_are_kept(tmp_path: Path) -> None:
    write_folder(tmp_path, {"index.html": "1"})
    (tmp_path / "witness-7.json").write_text("mine", encoding="utf-8")
    write_folder(tmp_path, {"index.html": "2"})
    with pytest.raises(InputError, match=r"witness-7\.json: exists, and is none of ours"):
        write_folder(tmp_path, {"index.html": "3", "witness-7.json": "{}"})
    assert (tmp_path / "index.html").read_text(encoding="utf-8") == "2"
    assert (tmp_path / "witness-7.json").read_text(encoding="utf-8") == "mine"


def test_a_tree_is_copied_again_and_files_of_others_are_kept(tmp_path: Path) -> None:
    made, folder = tmp_path / "made", tmp_path / "site"
    (made / "a").mkdir(parents=True)
    for name in ("index.html", "a/one.html"):
        (made / name).write_text("1", encoding="utf-8")
    write_tree(folder, made)
    (made / "a" / "one.html").rename(made / "two.html")
    (folder / "two.html").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match=r"two\.html: exists, and is none of ours"):
        write_tree(folder, made)
    assert (folder / "two.html").read_text(encoding="utf-8") == "mine"
    assert (folder / "a" / "one.html").exists()
    write_tree(folder, made, force=True)
    assert (folder / "two.html").read_text(encoding="utf-8") == "1"
    assert not (folder / "a" / "one.html").exists()


def test_a_folder_of_somebody_else_is_left_alone_unless_forced(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine", encoding="utf-8")
    (tmp_path / "witness-7.json").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="somebody else's"):
        write_folder(tmp_path, {"index.html": "1"})
    assert sorted(os.listdir(tmp_path)) == ["index.html", "witness-7.json"]
    write_folder(tmp_path, {"index.html": "1"}, force=True)
    assert (tmp_path / "witness-7.json").read_text(encoding="utf-8") == "mine"
    assert (tmp_path / "index.html").read_text(encoding="utf-8") == "1"


def test_an_input_in_the_folder_is_not_written_over(tmp_path: Path) -> None:
    write_folder(tmp_path, {"witness.json": "{}"})
    with pytest.raises(InputError, match="this command reads the file"):
        write_folder(tmp_path, {"witness.json": "1"}, inputs=[tmp_path / "witness.json"])


def test_a_manifest_that_leads_elsewhere_deletes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    folder.mkdir()
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    (folder / MANIFEST).write_text(f"../mine\n{tmp_path / 'mine'}\nx/../../mine\n", encoding="utf-8")
    write_folder(folder, {"index.html": "1"})
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "mine"


def test_whatever_is_killed_in_between_leaves_a_folder_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "report"
    write_folder(folder, {"a": "1", "b": "1"})
    put, written = outputs.replace_file, 0

    def dies(path: Path, text: str) -> None:
        nonlocal written
        written += 1
        if written > 2:
            raise KeyboardInterrupt
        put(path, text)

    monkeypatch.setattr(outputs, "replace_file", dies)
    with pytest.raises(KeyboardInterrupt):
        write_folder(folder, {"c": "2", "d": "2"})
    monkeypatch.undo()
    write_folder(folder, {"d": "3"})
    assert sorted(os.listdir(folder)) == sorted([MANIFEST, "d"])


def test_a_file_beside_others_takes_a_free_name_and_changes_none(tmp_path: Path) -> None:
    mine = tmp_path / "difference-1.json"
    mine.write_text("mine")
    named = [outputs.write_beside(tmp_path, "difference", text).name for text in ("1", "2", "1")]
    assert named == ["difference-2.json", "difference-3.json", "difference-2.json"]
    assert mine.read_text() == "mine"
