import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import type { Source } from '@cheyi/domain/booking/order/codes'
import { DAY, toIso } from '@cheyi/domain/time'
import { OpenClient, OpenRefusal } from '@cheyi/open-client'
import type { Kernel } from '../../src/kernel/http/pipeline.ts'
import { type Credentials, makeKey, openChannel } from '../../src/testing/open-api.ts'
import { openReceiver, type Receiver } from '../../src/testing/receiver.ts'
import type { Caller } from './caller.ts'
import type { Shop } from './clients.ts'
import type { Journal } from './journal.ts'
import { morningIn } from './morning.ts'
import { withClient } from './with-client.ts'

/* A platform that sells for the merchant by the library that partners use, and receives its messages. */

const PAUSE_MS = 500
/** The platform gives a request up after so many; a server starts in less time. */
const ATTEMPTS = 200

export interface Platform {
  readonly source: Source
  readonly key: Credentials
  readonly receiver: Receiver
}

/** Opens a channel past the product: a key takes a second person and ten minutes. */
export async function openPlatform(kernel: Kernel, database: string, owner: Caller, source: Source): Promise<Platform> {
  const { merchantId } = await owner.ask(contract.session.userInfo, {})
  const w = { merchantId: String(merchantId) }
  const key = await withClient(database, async (root) => {
    await openChannel({ root }, w, source)
    return makeKey({ kernel }, w, source)
  })
  const secrets: string[] = []
  const receiver = await openReceiver(() => secrets)
  const address = { source, url: receiver.url, enabled: true, pushStock: false }
  const { secret } = await owner.ask(contract.channelPush.webhookSave, address)
  secrets.push(secret!)
  return { source, key, receiver }
}

let serial = 0

/** What the numbers of a run's sales begin with: platforms' numbers have no Chinese characters. */
export const saleNumbers = (run: string): string => run.replace(/\W/g, '')

/** Sells one rental after the other, until the load ends. */
export async function sell(
  { key }: Platform,
  urls: () => readonly string[],
  shops: readonly Shop[],
  { journal, run, stop }: { readonly journal: Journal; readonly run: string; readonly stop: AbortSignal },
): Promise<void> {
  let turn = 0
  const client = new OpenClient({
    ...key,
    address: 'http://server',
    attempts: ATTEMPTS,
    async fetch(to, init) {
      const { pathname, search } = new URL(String(to))
      const all = urls()
      const path = `${pathname}${search}`
      journal.sends(pathname, init?.body)
      const began = performance.now()
      try {
        const answer = await fetch(`${all[turn++ % all.length]}${path}`, {
          ...init,
          signal: AbortSignal.timeout(35_000),
        })
        if (answer.status >= 500) journal.trouble(String(answer.status))
        return answer
      } catch (error) {
        journal.trouble('none')
        throw error
      } finally {
        journal.took(pathname, performance.now() - began)
      }
    },
    async pause() {
      stop.throwIfAborted()
      await after(PAUSE_MS)
    },
  })
  while (!stop.aborted) {
    const n = serial++
    const { storeId, modelIds } = shops[n % shops.length]!
    const pickupAt = morningIn(10 + (n % 160))
    const trip = {
      storeId,
      modelId: modelIds[n % modelIds.length]!,
      pickupAt: toIso(pickupAt),
      returnAt: toIso(pickupAt + DAY),
    }
    try {
      const { totalFen, sellable } = await client.call('quote', trip)
      const channelOrderNo = `${saleNumbers(run)}-${n}`
      const customer = { name: `${run}-s${n}`, mobile: `135${String(n).padStart(8, '0')}` }
      if (sellable > 0) {
        await client.call('createOrder', { ...trip, channelOrderNo, amountFen: totalFen, customer, payment: 'prepaid' })
        journal.add('sale', channelOrderNo)
      }
    } catch (error) {
      if (stop.aborted) return
      journal.fault(error instanceof OpenRefusal ? `open API: ${error.message}` : String(error))
    }
    await after(PAUSE_MS)
  }
}
