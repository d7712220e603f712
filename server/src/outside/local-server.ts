import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  /** Its address, once it listens; the first call starts it. */
  url(): Promise<string>
  close(): Promise<void>
}

/** A server in this process that is only reachable from this machine: the base of vendor simulators. */
export function localServer(listener: RequestListener): LocalServer {
  let server: Server | undefined
  let listening: Promise<string> | undefined
  return {
    url() {
      listening ??= new Promise((resolve, reject) => {
        server = createServer(listener)
        server.once('error', reject)
        server.listen(0, '127.0.0.1', () => {
          resolve(`http://127.0.0.1:${(server!.address() as AddressInfo).port}`)
        })
        server.unref()
      })
      return listening
    },
    async close() {
      server?.closeAllConnections()
      await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())))
    },
  }
}
