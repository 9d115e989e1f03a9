/** The link that signs a browser in to the page, asked for over the private socket, and what it leaves there. */
import { request } from 'node:http'

export function loginLink(socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = request(
      { socketPath, path: '/api/login-link', method: 'POST', headers: { host: 'localhost' } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()).url))
      },
    )
    asking.once('error', reject)
    asking.end()
  })
}

/** What a browser sends with its calls once it has followed the link. */
export async function pageSession(
  socketPath: string,
): Promise<{ readonly cookie: string; readonly 'x-mneme-page': string }> {
  const response = await fetch(await loginLink(socketPath))
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return { cookie, 'x-mneme-page': /data-key="([^"]+)"/.exec(await response.text())?.[1] ?? '' }
}
