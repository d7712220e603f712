import type { Logger } from 'pino'

/** The front-end answers when it has written the command to the device's link. */
const ANSWERS_WITHIN_MS = 5000

/** `unknown`: nothing shows whether it was sent. */
export type SendOutcome = 'sent' | 'refused' | 'unknown'

export interface CommandApi {
  send(traccarId: number, word: string): Promise<SendOutcome>
}

/**
 * The command API of a Traccar. A command is never queued there: a queued engine cut would be sent once the car is back, wherever it drives
 * then.
 */
export const commandApi = (url: string, token: string, log: Logger): CommandApi => ({
  async send(traccarId, word) {
    try {
      const answer = await fetch(new URL('/api/commands/send', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ deviceId: traccarId, type: word, attributes: { noQueue: true } }),
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
        redirect: 'error',
      })
      await answer.body?.cancel()
      if (answer.status === 200) return 'sent'
      if (answer.status >= 400 && answer.status < 500) {
        log.warn({ status: answer.status, word }, 'the front-end of trackers refused a command')
        return 'refused'
      }
      // 202 is a queue, which was declined.
      return answer.status === 202 ? 'refused' : 'unknown'
    } catch (err) {
      log.warn({ err, word }, 'the front-end of trackers did not answer a command')
      return 'unknown'
    }
  },
})
