import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPages, refusal, success } from '../../../kernel/testing/open-pages.ts'
import { dropToken, recordOwner, setToken } from '../../../kernel/token.ts'
import { emptyForm } from './form.ts'
import { storeOf } from './testing.ts'
import { useBooking } from './use-booking.ts'

let pages: ReturnType<typeof openPages>

const answers: Readonly<Record<string, unknown>> = {
  '/api/stock/v1/free': [{ modelId: '7', carType: 1, sellable: 2, why: null }],
  '/api/order/v1/available_vehicle/list': { list: [{ vehicleId: '5', plate: '沪A10086', group: 'free', runState: 1 }] },
}

beforeEach(() => {
  pages = openPages()
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[new URL(url, 'http://here').pathname]
    return Response.json(answer === undefined ? refusal(-3, '没有权限') : success(answer))
  })
  setToken('token')
  recordOwner({ userId: '1', merchantId: '10' })
})
afterEach(() => {
  dropToken()
  pages.close()
})

/** For the answers, and for the pause before a draft is stored. */
const waits = () => vi.advanceTimersByTimeAsync(5000)

/** The form for a customer who is here, begun at a store. */
const openWalkIn = (storeId: string) =>
  pages.open(() =>
    useBooking({ name: 'order.create.true', initial: { ...emptyForm, walkIn: true }, stores: [storeOf(storeId)] }),
  )

it('a form in which only the proposed car stands is begun anew at the next store, one that somebody typed in is not', async () => {
  const left = await openWalkIn('101')
  await left.does(waits)
  await left.does(waits)
  expect(left.now().entered).toMatchObject({ modelId: '7', vehicle: { vehicleId: '5' } })
  await left.unmount()

  const next = await openWalkIn('102')
  expect(next.now()).toMatchObject({ restored: false, trip: { store: { id: '102' } } })
  await next.does(waits)
  await next.does(({ enter }) => enter({ name: '欧阳如故' }))
  await next.does(waits)
  await next.unmount()

  const again = await openWalkIn('102')
  expect(again.now()).toMatchObject({ restored: true, entered: { name: '欧阳如故', storeId: '102', modelId: '7' } })
})
