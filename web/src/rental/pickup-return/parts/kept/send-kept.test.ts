import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { fuelKind, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPages, refusal, success } from '../../../../kernel/testing/open-pages.ts'
import { phoneDatabases } from '../../../../kernel/testing/phone-databases.ts'

let pages: ReturnType<typeof openPages>
let phone: ReturnType<typeof phoneDatabases>
/** Answers by a part of the path. */
let answers: Record<string, () => unknown>
let asked: { readonly path: string; readonly body: Record<string, unknown> }[]

const OWNER = '1:10'
const PRESSED = 1_790_000_000_000
const order = { orderId: '900', orderKind: 1, contactName: '季地库' } as const

const uploadOf = (id: string, biz: string, slot: string, more: object = {}) => ({
  ...{ id, owner: OWNER, biz, bizId: '900', slot, file: null, takenAt: 1, queuedAt: Number(id), sentAt: Date.now() },
  ...{
    status: '',
    message: '',
    progress: 100,
    media: { mediaId: `7${id}`, url: 'u', thumbUrl: null },
    key: id,
    ...more,
  },
})
const confirmation = {
  ...{ id: '1 900', owner: OWNER, takenAt: PRESSED, key: 'key', type: handoverType.pickup, order, plate: '沪A10086' },
  ...{ vehicleId: '5', entry: { vehicleId: '5', version: null, edits: { mileageKm: 1200 }, steps: [1] } },
  input: { orderId: '900', type: handoverType.pickup, actualAt: PRESSED, expectAmount: 0 },
  ...{ draft: null, refused: null },
}
const task = {
  type: handoverType.pickup,
  order: { ...order, status: orderStatus.arranged },
  ...{ vehicle: { vehicleId: '5' }, record: null, pickupRecord: null, fuelKind: fuelKind.oil },
}

/** The app as it is opened again, by its own user. */
async function openApp() {
  vi.resetModules()
  const { recordOwner, setToken } = await import('../../../../kernel/token.ts')
  setToken('token')
  recordOwner({ userId: '1', merchantId: '10' })
  const { retryKept, sendKept } = await import('./send-kept.ts')
  const { loadConfirms } = await import('./kept-confirms.ts')
  return { retryKept, sendKept, loadConfirms }
}
const bodyOf = (part: string) => asked.find(({ path }) => path.includes(part))?.body

beforeEach(() => {
  pages = openPages()
  phone = phoneDatabases()
  asked = []
  answers = {
    '/task': () => success(task),
    '/last_inspection': () => success({ marks: [], fuelEighths: 8, batteryPct: null }),
    '/pick_up': () => success({ record: {}, blocking: [] }),
    '/confirm_pick_return': () => success({}),
  }
  vi.stubGlobal('indexedDB', phone.indexedDB)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    const path = new URL(url, 'http://here').pathname
    asked.push({ path, body: body ? JSON.parse(body) : {} })
    const found = Object.entries(answers).find(([part]) => path.includes(part))
    if (found === undefined) throw new TypeError('Failed to fetch')
    const answer = found[1]()
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer)
  })
  phone.rowsOf('cheyi-confirms').set(confirmation.id, confirmation)
})
afterEach(() => pages.close())

describe('a handover that was confirmed offline', () => {
  it('is sent with the pictures and the signature that were made offline, when the app is opened again', async () => {
    const uploads = [
      uploadOf('1', 'pickup', 'front'),
      uploadOf('2', 'pickup', 'mark:m1'),
      uploadOf('3', 'signature', `sign-${handoverType.pickup}`),
      uploadOf('4', 'signature', `sign-${handoverType.return}`),
    ]
    for (const one of uploads) phone.rowsOf('cheyi-uploads').set(one.id, one)
    const app = await openApp()
    await app.sendKept()
    expect(bodyOf('/pick_up')).toMatchObject({ photos: [{ slot: 'front', mediaId: '71' }], signatureId: '73' })
    expect(bodyOf('/confirm_pick_return')).toMatchObject({ actualAt: PRESSED })
    expect([...phone.rowsOf('cheyi-uploads').keys()]).toEqual(['4'])
    expect(await app.loadConfirms()).toEqual([])
  })

  it('waits for a signature that is still being uploaded', async () => {
    const sign = uploadOf('3', 'signature', `sign-${handoverType.pickup}`, {
      ...{ status: 'uploading', media: null },
      file: new File(['x'], 'sign.png'),
    })
    phone.rowsOf('cheyi-uploads').set('3', sign)
    const app = await openApp()
    await app.sendKept()
    expect(asked).toEqual([])
    expect(await app.loadConfirms()).toMatchObject([{ refused: null }])
  })

  it.each([
    ['the sign-in page of a Wi-Fi', '<html>欢迎使用</html>'],
    ['a fault of the server', refusal(-1, '系统异常')],
    ['an expired session', refusal(-9, '登录已失效')],
    ['too many calls', refusal(-7, '操作过于频繁，请稍后再试')],
    ['a plan that is not calculated yet', refusal(3107, '正在计算排车，请稍候')],
  ])('is sent again by itself, with its own time, after %s', async (_, answer) => {
    const taken = answers['/confirm_pick_return']!
    answers['/confirm_pick_return'] = () => answer
    const app = await openApp()
    await app.sendKept()
    expect([...phone.rowsOf('cheyi-confirms').values()]).toMatchObject([{ refused: null }])
    answers['/confirm_pick_return'] = taken
    const again = await openApp()
    await again.sendKept()
    expect(asked.at(-1)).toMatchObject({ body: { actualAt: PRESSED } })
    expect(await again.loadConfirms()).toEqual([])
  })

  it('that the server refused is sent again with its own time when its owner asks for it', async () => {
    const taken = answers['/confirm_pick_return']!
    answers['/confirm_pick_return'] = () => refusal(2010, '取车条件未满足：未到取车时间')
    const app = await openApp()
    await app.sendKept()
    const [one] = await app.loadConfirms()
    expect(one).toMatchObject({ refused: '取车条件未满足：未到取车时间' })
    await app.sendKept()
    expect(asked.filter(({ path }) => path.includes('/confirm_pick_return'))).toHaveLength(1)
    answers['/confirm_pick_return'] = taken
    await app.retryKept(one!)
    expect(asked.at(-1)).toMatchObject({ body: { actualAt: PRESSED } })
    expect(await app.loadConfirms()).toEqual([])
  })
})
