/** The link that signs a browser in to the page, asked for over the private socket. */
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
