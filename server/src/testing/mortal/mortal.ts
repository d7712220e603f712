import { type ChildProcess, fork } from 'node:child_process'
import type { Call } from '@cheyi/contract/kernel/call'
import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { at } from '../../../../scripts/lib/workspace.mjs'
import type { NoticeArrived, NoticeReply } from '../../kernel/pay-port.ts'
import { type CallOptions, type Envelope, requestOf, type TestApp } from '../app.ts'

/** `main.ts` as it was built. */
const main = at('server', 'dist', 'mortal.mjs')

/** What the other server is asked, and at what time of its clock. */
export type Ask = { readonly id: number; readonly now: number } & (
  | { readonly request: ReturnType<typeof requestOf> }
  | { readonly timer: TimerName }
  /** Work that goes by no merchant. */
  | { readonly job: string }
  /** What a provider tells. */
  | {
      readonly notice: { readonly method: 'POST'; readonly url: string } & Pick<NoticeArrived, 'headers'> & {
          readonly payload: string
        }
    }
  /** How many moments it lives from now. */
  | { readonly endsAt: number }
)

export interface Answer {
  readonly id: number
  readonly envelope?: Envelope
  readonly reply?: NoticeReply
  /** How many moments passed since it was told how long it lives. */
  readonly moments?: number
  /** What went wrong in it beside its answer. */
  readonly error?: string
}

/** A server that may end at any moment; what it was asked then is never answered. */
export interface Mortal {
  /** Undefined when it ended meanwhile, or had ended before. */
  send(call: Call, input: unknown, options: CallOptions): Promise<Envelope | undefined>
  /** A request as it goes over the wire. Undefined when it ended meanwhile. */
  inject(request: ReturnType<typeof requestOf>): Promise<Envelope | undefined>
  /** @returns false when it ended meanwhile */
  work(job: string): Promise<boolean>
  /** A provider tells it something. Undefined when it ended meanwhile; else its answer, and how many moments that took. */
  tell(
    url: string,
    arrived: NoticeArrived,
  ): Promise<{ readonly reply: NoticeReply; readonly moments: number } | undefined>
  /** @returns false when it ended meanwhile */
  run(timer: TimerName): Promise<boolean>
  /** From now on it lives for so many moments: before and after each statement that it sends. */
  mortalFor(moments: number): Promise<unknown>
  readonly alive: boolean
  /** Ends it, however far it is. */
  end(): Promise<void>
}

/** A server in a process of its own, on the database, files and providers of `t`. */
export async function mortalServer(t: TestApp): Promise<Mortal> {
  const { SIMULATOR_URL, ...env } = {
    ...process.env,
    DATA_DIR: t.kernel.config.dataDir,
    ADDRESSES: JSON.stringify(t.database.addresses),
    RATE_LIMIT: 'off',
    SIMULATOR_URL: await t.kernel.outside.pay.simulator!.url(),
  }
  const child = fork(main, {
    env: { ...env, SIMULATOR_URL },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (answer: Answer | undefined) => void>()
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      for (const answer of waiting.values()) answer(undefined)
      resolve()
    })
  })
  const answerTo = (id: number) => new Promise<Answer | undefined>((resolve) => waiting.set(id, resolve))
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let serial = 0
  async function ask(what: Record<string, unknown>): Promise<Answer | undefined> {
    if (!isAlive(child)) return undefined
    const id = ++serial
    const answer = answerTo(id)
    child.send({ ...what, id, now: t.clock.now() }, () => undefined)
    const got = await answer
    if (got?.error !== undefined) throw new Error(got.error)
    return got
  }
  if ((await answerTo(0)) === undefined) throw new Error('the other server did not start')
  return {
    send: async (call, input, options) => (await ask({ request: requestOf(call, input, options) }))?.envelope,
    inject: async (request) => (await ask({ request }))?.envelope,
    work: async (job) => (await ask({ job })) !== undefined,
    async tell(url, { headers, body }) {
      const answer = await ask({ notice: { method: 'POST', url, headers, payload: body } })
      return answer === undefined ? undefined : { reply: answer.reply!, moments: answer.moments! }
    },
    run: async (timer) => (await ask({ timer })) !== undefined,
    mortalFor: (moments) => ask({ endsAt: moments }),
    get alive() {
      return isAlive(child)
    },
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null
