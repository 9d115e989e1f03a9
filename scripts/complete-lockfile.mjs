/**
 * Adds the optional packages of other platforms that a registry did not have when the lockfile was
 * written. `npm ci` refuses a lockfile without them, though it would never install them here.
 * Run after every change of dependencies: npm run lock
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SYSTEMS = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ')
const PROCESSORS = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ')

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const lock = JSON.parse(readFileSync(file, 'utf8'))
const { packages } = lock
for (const [place, found] of Object.entries(packages)) {
  for (const [name, wanted] of Object.entries(found.optionalDependencies ?? {})) {
    const known = packages[`node_modules/${name}`] ?? packages[`${place}/node_modules/${name}`]
    if (!known) packages[`node_modules/${name}`] = entryFor(name, wanted, found)
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

/** What the package would say of itself, read off its name. */
function entryFor(name, wanted, parent) {
  const words = (name.split('/').at(-1) ?? '').split(/[-_]/)
  const os = words.filter((word) => SYSTEMS.includes(word)).slice(0, 1)
  const cpu = words.filter((word) => PROCESSORS.includes(word)).slice(0, 1)
  const libc = words.includes('musl')
    ? ['musl']
    : words.some((word) => /^gnu/.test(word))
      ? ['glibc']
      : []
  return {
    version: wanted.replace(/^[\^~]/, ''),
    ...(parent.dev ? { dev: true } : {}),
    ...(os.length > 0 ? { os } : name === 'fsevents' ? { os: ['darwin'] } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
  }
}
