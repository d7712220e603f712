import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { connect } from 'node:net'

/*
 * cheyi health [server|gateway|nightly] — whether what runs in this container does its work: exit code 0, or 1 with the reason. Without
 * packages, because it is started every few seconds.
 */

const WAIT_MS = 4000

/** @type {Record<string, () => Promise<unknown>>} */
const checks = {
  server: () =>
    new Promise((resolve, reject) => {
      const request = process.env.TLS_CERT ? tlsRequest : plainRequest
      const options = {
        ...{ host: '127.0.0.1', port: process.env.PORT || 8080, path: '/readyz' },
        ...{ rejectUnauthorized: false, signal: AbortSignal.timeout(WAIT_MS) },
      }
      const asked = request(options, (answer) => {
        answer.resume()
        if (answer.statusCode === 200) resolve(undefined)
        else reject(new Error(`/readyz: ${answer.statusCode}`))
      })
      asked.on('error', reject)
      asked.end()
    }),
  gateway: () =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: Number(process.env.GATEWAY_PORT || 7611), timeout: WAIT_MS })
      socket.once('connect', () => resolve(socket.destroy()))
      socket.once('timeout', () => reject(socket.destroy() && new Error('no answer')))
      socket.once('error', reject)
    }),
  async nightly() {
    const { readBackups } = await import('../../server/src/kernel/process/backups.ts')
    const { BACKUP_AGE, PROVEN_AGE } = await import('../../packages/domain/src/platform/lookup/checkup.ts')
    const { newest = null, proven = null } = (await readBackups(process.env.BACKUP_DIR ?? '')) ?? {}
    const isLate = (/** @type {number | null} */ at, /** @type {number} */ age) => at === null || Date.now() - at > age
    if (isLate(newest, BACKUP_AGE)) throw new Error('没有一天之内的备份')
    if (isLate(proven, PROVEN_AGE)) throw new Error('备份一周内没有试过恢复')
  },
}

try {
  const check = checks[process.argv[2] ?? 'server']
  if (check === undefined) throw new Error('cheyi health [server|gateway|nightly]')
  await check()
} catch (error) {
  console.error(/** @type {Error} */ (error).message)
  process.exitCode = 1
}
