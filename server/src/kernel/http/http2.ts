import { unwatchFile, watchFile } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server, ServerResponse } from 'node:http'
import { constants, type Http2SecureServer, type Http2ServerResponse, type ServerHttp2Stream } from 'node:http2'
import { createSecureContext } from 'node:tls'
import type { FastifyHttp2SecureOptions, FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { StartError } from '../process/start-error.ts'
import type { ArrivalLimits } from './arrival.ts'

/*
 * TLS and HTTP/2 without a proxy: a phone has all files of a page on one connection, where HTTP/1.1 takes six at a time. Clients
 * that do not know HTTP/2 are answered by HTTP/1.1 on the same port.
 */

/** Paths of PEM files: the certificate with its chain, and its key. */
export interface CertificateFiles {
  readonly cert: string
  readonly key: string
}

/** How often it is looked whether the files were replaced, ms. A link that leads elsewhere counts too, which no watcher tells. */
const LOOK_MS = 10_000
/** Streams of one connection at a time, as proxies allow them. */
const MOST_STREAMS = 128

/** @throws Error when a file cannot be read, or the key is not that of the certificate */
async function readCertificate({ cert, key }: CertificateFiles) {
  const [chain, secret] = await Promise.all([readFile(cert), readFile(key)])
  createSecureContext({ cert: chain, key: secret })
  return { cert: chain, key: secret }
}

/**
 * Options of Fastify for TLS. They are typed as those of a server without: what differs of its requests is asked by the functions
 * below.
 * @throws StartError when the certificate is none
 */
export async function secureServer(
  files: CertificateFiles,
  { headers, upload, silence, idle, look }: ArrivalLimits,
): Promise<Pick<FastifyHttpOptions<Server>, 'connectionTimeout'>> {
  const pair = await readCertificate(files).catch((error: Error) => {
    throw new StartError(`环境变量 TLS_CERT、TLS_KEY 的证书无法使用：${error.message}`)
  })
  const options: FastifyHttp2SecureOptions<Http2SecureServer> = {
    http2: true,
    http2SessionTimeout: silence,
    connectionTimeout: silence,
    https: {
      ...pair,
      allowHTTP1: true,
      settings: { maxConcurrentStreams: MOST_STREAMS },
      ...{ headersTimeout: headers, requestTimeout: upload, keepAliveTimeout: idle, connectionsCheckingInterval: look },
    },
  }
  return options as unknown as FastifyHttpOptions<Server>
}

/** Takes a certificate that was renewed for all connections from then on; one that is none, or half written, leaves the old one. */
export function renewCertificate(app: FastifyInstance, files: CertificateFiles, log: Logger, every = LOOK_MS): void {
  const server = app.server as unknown as Http2SecureServer
  const renew = () =>
    readCertificate(files).then(
      (pair) => server.setSecureContext(pair),
      (err: unknown) => log.error({ err }, 'the new certificate cannot be used'),
    )
  const changed = () => void renew()
  const paths = Object.values(files)
  for (const path of paths) watchFile(path, { interval: every, persistent: false }, changed)
  app.addHook('onClose', async () => {
    for (const path of paths) unwatchFile(path, changed)
  })
}

/**
 * Ends each answer of which its reader takes nothing for as long as a connection may be silent. A reader that opens no window holds the
 * answer in memory, and keeps its connection in use by asking for more, or by a ping.
 */
export function endUnread(app: FastifyInstance, { silence, look }: ArrivalLimits): void {
  const open = new Map<ServerHttp2Stream, { left: number; since: number }>()
  const server = app.server as unknown as Http2SecureServer
  server.on('stream', (stream) => {
    const answer = { left: 0, since: 0 }
    open.set(stream, answer)
    stream.on('drain', () => (answer.left = 0))
    stream.once('close', () => open.delete(stream))
  })
  const looking = setInterval(() => {
    const now = performance.now()
    for (const [stream, answer] of open) {
      const left = stream.bufferSize
      if (left === 0 || left < answer.left || answer.left === 0) answer.since = now
      else if (now - answer.since > silence) stream.close(constants.NGHTTP2_CANCEL)
      answer.left = left
    }
  }, look)
  looking.unref()
  app.addHook('onClose', async () => clearInterval(looking))
}

/** Header of an answer after which nothing else comes over its connection, which HTTP/2 has for others too. */
export const lastAnswer = ({ raw }: Pick<FastifyRequest, 'raw'>): { readonly connection?: 'close' } =>
  raw.httpVersionMajor === 1 ? { connection: 'close' } : {}

/** Whether nobody hears an answer any more; one of HTTP/2 knows it by its stream alone. */
export function isGone(response: ServerResponse): boolean {
  const { stream } = response as { readonly stream?: Http2ServerResponse['stream'] }
  return stream === undefined ? response.destroyed : stream.destroyed
}
