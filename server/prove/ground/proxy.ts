import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

export interface NpmProxy {
  readonly url: string
  /** Tunnels and requests so far. */
  served(): number
  close(): Promise<void>
}

/** An HTTP proxy as an office has one: tunnels for https, and requests with a whole address for http. */
export async function startNpmProxy(): Promise<NpmProxy> {
  let served = 0
  const sockets = new Set<Duplex>()
  const server = createServer((incoming, outgoing) => {
    served++
    const { method, headers, url } = incoming
    const passed = ask(url!, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.on('connect', ({ url }: IncomingMessage, near: Duplex, head: Buffer) => {
    served++
    const { hostname, port } = new URL(`https://${url}`)
    const far = connect(Number(port || 443), hostname, () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n')
      far.write(head)
      far.pipe(near).pipe(far)
    })
    sockets.add(near)
    near.on('close', () => sockets.delete(near))
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served: () => served,
    async close() {
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
