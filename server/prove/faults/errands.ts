import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { pickupType, source } from '@cheyi/domain/booking/order/codes'
import { idCheckSign } from '@cheyi/domain/platform/check/id-number'
import { DAY } from '@cheyi/domain/time'
import { photo } from '../../src/testing/upload.ts'
import type { Caller } from '../crew/caller.ts'
import type { Shop } from '../crew/clients.ts'
import type { Vendor } from '../crew/line.ts'
import { morningIn } from '../crew/morning.ts'

/* What staff do that a vendor is asked for. */

let serial = Date.now() % 1_000_000

type Errand = (caller: Caller, shops: readonly Shop[]) => Promise<void>

const PHONES = 5
const PAUSE_MS = 500
/** A notice that is read before its phone rings rings none. */
const READ_MS = 4000
let readAt = 0

/** Somebody nobody has met. */
async function stranger(caller: Caller): Promise<string> {
  const n = serial++
  const digits = `3101041985${String(1 + (n % 12)).padStart(2, '0')}${String(1 + (n % 28)).padStart(2, '0')}${String(n % 1000).padStart(3, '0')}`
  const identityNo = digits + idCheckSign(digits)
  const { personId } = await caller.ask(contract.driver.savePerson, {
    name: '核对客户',
    phone: `134${String(n).padStart(8, '0')}`,
    identityType: 1,
    identityNo,
    identityExpire: '2036-01-01',
    licenceNo: identityNo,
    licenceClass: 'C1',
    licenceFirstIssue: '2015-03-01',
    licenceExpire: '2031-03-01',
  })
  return personId
}

export const errands = {
  /** Both the reading of documents and the register of identities, by the protocol of one vendor. */
  async tencent(caller) {
    const { bytes } = await photo()
    const file = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
    const { mediaId } = await caller.upload(contract.media.upload.path, { biz: 'person' }, file)
    await caller.ask(contract.driver.readDocument, { mediaId, slot: 'imgFront', consent: true })
    await caller.ask(contract.driver.checkIdentity, { personId: await stranger(caller) })
  },
  async licence(caller) {
    await caller.ask(contract.driver.checkLicence, { personId: await stranger(caller) })
  },
  async violation(caller) {
    await caller.ask(contract.violation.sync, {})
  },
  async wechat(caller) {
    await caller.ask(contract.notify.followCode, {})
  },
  /** A phone rings for the next order of the platform: those that nobody has read yet become one notice, which has rung. */
  async push(caller) {
    await caller.ask(contract.notify.device, { registrationId: `faults-${serial++ % PHONES}` })
    if (Date.now() - readAt > READ_MS) {
      readAt = Date.now()
      await caller.ask(contract.notify.read, { all: true })
    }
    await after(PAUSE_MS)
  },
  async wukong(caller) {
    const { code } = await caller.ask(contract.simulation.partnerCode, { partnerUserId: `faults-${serial++}` })
    await caller.ask(contract.partner.wukong, { code })
  },
  async map(caller, [shop]) {
    const { lat, lng } = (await caller.ask(contract.store.list, {})).find(({ id }) => id === shop!.storeId)!
    const pickupAt = morningIn(20)
    await caller.ask(contract.quote.quote, {
      storeId: shop!.storeId,
      modelId: shop!.modelIds[0]!,
      pickupAt,
      returnAt: pickupAt + DAY,
      source: source.offline,
      pickupType: pickupType.delivery,
      pickupAddress: '客户指定地点',
      pickupLng: lng! + (serial++ % 100) / 10_000,
      pickupLat: lat! + 0.01,
    })
  },
} satisfies Partial<Record<Vendor, Errand>>
