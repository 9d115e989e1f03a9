/** K-04. One name for a remote, however it is written, and never with what opens it. */

/** Other doors to the same house. */
const HOST_ALIASES: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'www.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
}

/** An ssh port is a matter of the road; any other port may be another server. */
const ROAD_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', git: '9418' }

/** Longer than any address a server gives out. */
const MAX_ADDRESS = 2048

const URL_FORM = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i

/**
 * `host/path` such as `github.com/acme/widgets`, or `file:///path` for a folder of this machine.
 * Users, passwords, tokens, queries and fragments are left out. Null for what has no stable name
 * (a relative path, a helper's command) and for what we cannot take apart: better no name than
 * one with a token in it.
 */
export function normaliseRemote(address: string): string | null {
  const text = address.trim()
  if (text === '' || text.length > MAX_ADDRESS || /[\x00-\x1f\x7f\s]/.test(text)) return null
  const helper = /^[a-z0-9+.-]+::(.*)$/i.exec(text)
  const url = URL_FORM.exec(helper ? (helper[1] ?? '') : text)
  if (url) return fromUrl((url[1] ?? '').toLowerCase(), url[2] ?? '')
  if (helper) return null
  if (/^[a-z]:[\\/]/i.test(text)) return fromFolder(`/${text.replaceAll('\\', '/')}`)
  if (text.startsWith('/')) return fromFolder(text)
  return fromShortForm(text)
}

/** Remotes are kept as written and compared without case: hosts differ in whether it matters. */
export function isSameRemote(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function fromUrl(scheme: string, rest: string): string | null {
  const slash = rest.indexOf('/')
  if (slash < 0) return null
  if (scheme === 'file') return fromFolder(rest.slice(slash))
  // Credentials may hold an @ of their own, so the last one before the path ends them.
  const authority = rest.slice(0, slash)
  const place = authority.slice(authority.lastIndexOf('@') + 1)
  const host = /^(\[[0-9a-f:.]+\]|[^:[\]@?#]+)(?::(\d*))?$/i.exec(place)
  if (!host) return null
  const road = scheme.replace(/^git\+/, '')
  const port = host[2] && road !== 'ssh' && host[2] !== ROAD_PORTS[road] ? `:${host[2]}` : ''
  return joinRemote(`${host[1] ?? ''}`, port, rest.slice(slash))
}

/** `git@host:path`, as ssh and scp have it. */
function fromShortForm(text: string): string | null {
  const short = /^(?:[^/]*@)?(\[[0-9a-f:.]{1,60}\]|[^:/@[\]]{1,255}):(.+)$/i.exec(text)
  if (!short) return null
  const path = short[2] ?? ''
  // `user:secret@host:path` splits at the wrong colon; an @ in the first piece gives it away.
  if ((path.split('/')[0] ?? '').includes('@')) return null
  return joinRemote(short[1] ?? '', '', path)
}

function joinRemote(host: string, port: string, rawPath: string): string | null {
  const name = host.toLowerCase().replace(/\.$/, '')
  const path = plainPath(rawPath)
  if (name === '' || path === '') return null
  return `${HOST_ALIASES[name] ?? name}${port}/${path}`
}

function fromFolder(path: string): string | null {
  const plain = plainPath(path)
  return plain === '' ? null : `file:///${plain}`
}

function plainPath(path: string): string {
  const bare = path.split(/[?#]/)[0] ?? ''
  return bare
    .split('/')
    .filter((piece) => piece !== '')
    .join('/')
    .replace(/(?:\/?\.git){1,8}$/i, '')
}
