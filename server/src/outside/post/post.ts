import { lookup } from 'node:dns'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress, urlFault } from '../../kernel/http/address/public-address.ts'
import { isLoopback } from '../../kernel/http/loopback.ts'
import type { PostPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'
import { vendorAsked } from '../vendor-fetch.ts'

const TIMEOUT = 5000
/** Of an answer, only so many bytes are read. */
const MOST_ANSWER = 4096

/** The address of a platform of the demo: it accepts everything. No such host exists. */
export const SIMULATED_RECEIVER = 'platform.example'

/** An address of a platform may contain its secret. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')

interface Parts {
  /** Of the operating system, except in tests. */
  readonly resolve: typeof lookup
  readonly timeout: number
}

/**
 * Sends to addresses of others. The addresses that a name resolves to are checked where the connection is made, so that
 * a name cannot first resolve to a public address and then to another one. Redirects are not followed.
 */
export function openPost(
  { simulators }: Pick<Config, 'simulators'>,
  { resolve: resolved = lookup, timeout = TIMEOUT }: Partial<Parts> = {},
): PostPort {
  const local = simulators !== 'off'
  const pinned: LookupFunction = (host, options, answer) =>
    resolved(host, { ...options, all: true }, (error, found) => {
      const isOpen = ({ address }: { address: string }) =>
        isPublicAddress(address) || (local && isLoopback(host) && isLoopback(address))
      if (error !== null) return answer(error, [])
      if (found.length === 0 || !found.every(isOpen)) return answer(new Error('域名解析到非公网地址'), [])
      if (options.all) return answer(null, found)
      answer(null, found[0]!.address, found[0]!.family)
    })

  return {
    post: (url, headers, body) =>
      vendorAsked(
        'POST platform',
        hostOf(url),
        new Promise((resolve, reject) => {
          const fault = urlFault(url, local)
          if (fault !== null) return reject(new Error(fault))
          if (local && new URL(url).hostname === SIMULATED_RECEIVER) return resolve({ status: 204, body: '' })
          const request = new URL(url).protocol === 'https:' ? secure : plain
          const signal = AbortSignal.timeout(timeout)
          const failed = (error: Error) => reject(signal.aborted ? new Error('5秒内未应答') : error)
          const sending = request(
            url,
            {
              method: 'POST',
              headers: { ...headers, 'content-length': Buffer.byteLength(body) },
              lookup: pinned,
              signal,
              // A connection of its own: one that was left open may have been closed by the other side meanwhile.
              agent: false,
            },
            (response) => {
              const chunks: Buffer[] = []
              let size = 0
              const done = () => {
                const text = Buffer.concat(chunks).subarray(0, MOST_ANSWER).toString('utf8')
                resolve({ status: response.statusCode ?? 0, body: text })
              }
              response.on('data', (chunk: Buffer) => {
                size += chunk.length
                chunks.push(chunk)
                if (size < MOST_ANSWER) return
                done()
                sending.destroy()
              })
              response.on('end', done)
              response.on('error', failed)
            },
          )
          sending.on('error', failed)
          sending.end(body)
        }),
      ),
  }
}
