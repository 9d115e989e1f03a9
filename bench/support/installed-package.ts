/** The package as people have it: packed, then installed from the registry into an empty folder. */
import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Package {
  /** The folder that holds `dist`. */
  readonly root: string
  /** Files in the package, and megabytes of it with everything it depends on; 0 where it is the build. */
  readonly files: number
  readonly megabytes: number
}

export function builtPackage(): Package {
  return { root: resolve('.'), files: 0, megabytes: 0 }
}

export function installPackage(folder: string): Package {
  const prefix = join(folder, 'installed')
  mkdirSync(prefix)
  npm(resolve('.'), 'pack', '--silent', '--pack-destination', prefix)
  const archive = readdirSync(prefix).find((name) => name.endsWith('.tgz')) ?? ''
  installFrom(prefix, [join(prefix, archive)])
  const root = join(prefix, 'node_modules', 'mneme')
  const sizes = sizesBelow(join(prefix, 'node_modules'))
  return {
    root,
    files: sizesBelow(root).files,
    megabytes: sizes.bytes / 1_048_576,
  }
}

/** Throws what npm said when one of them cannot be had. */
export function installFrom(folder: string, packages: readonly string[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  npm(folder, 'install', '--no-audit', '--no-fund', '--silent', '--prefer-offline', ...packages)
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** As the disk counts them: in whole blocks. */
function sizesBelow(folder: string): { readonly files: number; readonly bytes: number } {
  let [files, bytes] = [0, 0]
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const found = lstatSync(join(entry.parentPath, entry.name))
    bytes += found.blocks * 512
    if (!entry.isDirectory()) files += 1
  }
  return { files, bytes }
}
