// Compiles the modules of archives by the Python of a folder: node compiler.mjs FOLDER ARCHIVE..., which are written anew.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${folder}/` });
for (const archive of archives) {
  python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/modules" });
  python.runPython(`
import compileall, py_compile, shutil, zipfile
from pathlib import Path

root = Path("/modules")
compileall.compile_dir(root, quiet=1, legacy=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
with zipfile.ZipFile("/compiled.zip", "w", zipfile.ZIP_DEFLATED) as packed:
    for file in sorted(root.rglob("*")):
        if file.is_file() and not file.with_suffix(".pyc").is_file() or file.suffix == ".pyc":
            packed.write(file, file.relative_to(root))
shutil.rmtree(root)
`);
  writeFileSync(archive, python.FS.readFile("/compiled.zip"));
}
