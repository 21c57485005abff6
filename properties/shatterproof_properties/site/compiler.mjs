// Compiles the modules of an archive by the Python of a folder: node compiler.mjs FOLDER ARCHIVE, which is written anew.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, archive] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/` });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/packages" });
python.runPython(`
import compileall, py_compile, zipfile
from pathlib import Path

root = Path("/packages")
compileall.compile_dir(root, quiet=1, legacy=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
with zipfile.ZipFile("/packages.zip", "w", zipfile.ZIP_DEFLATED) as packed:
    for file in sorted(root.rglob("*")):
        if file.is_file() and not file.with_suffix(".pyc").is_file() or file.suffix == ".pyc":
            packed.write(file, file.relative_to(root))
`);
writeFileSync(archive, python.FS.readFile("/packages.zip"));
