import type { OpenCall } from '@cheyi/contract/kernel/open-call'
import { openContract } from '@cheyi/contract/sales/open-api'
import { openScopes } from '@cheyi/domain/sales/channel/open-key'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Asked, askOpen, type Credentials, makeKey, openChannel, type Told } from '../../testing/open-api.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'

/* What holds of every call of the open door, whichever comes. */

sharedMerchant({ cars: 1 })

const calls = Object.entries(openContract) as [string, OpenCall][]
let key: Credentials
beforeAll(async () => {
  await openChannel(t, w, 2)
  key = await makeKey(t, w, 2)
})

/** What the document says that a call may answer, by status. */
let answers: (call: OpenCall) => Record<number, unknown>
beforeAll(async () => {
  const { paths } = (await t.app.inject('/open/v1/openapi.json')).json()
  answers = ({ path, method }) => paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].responses
})
const isDocumented = (call: OpenCall, { httpStatus, errorCode }: Told): boolean => {
  const told = JSON.stringify(answers(call)[httpStatus] ?? null)
  const codes = /"errorCode":\{"enum":\[([^\]]+)\]/.exec(told)?.[1]?.split(',').map(Number)
  return told !== 'null' && (httpStatus === 200 || codes?.includes(errorCode) === true)
}

const of = ({ method, path }: OpenCall, body: unknown = {}, query = ''): Asked => ({
  method,
  url: `${path.replace(/:\w+/g, 'X-1')}${query}`,
  ...(method !== 'GET' && { body }),
})

describe.each(calls)('%s', (_, call) => {
  it('is nobody’s without a key, and no key’s without its scope', async () => {
    const { method, url } = of(call)
    const bare = await t.app.inject({ method: method!, url })
    expect([bare.statusCode, bare.json().errorCode]).toEqual([401, 9101])
    expect(isDocumented(call, { ...bare.json(), httpStatus: bare.statusCode })).toBe(true)
    if (call.scope === null) return
    const others = await makeKey(t, w, 2, { scopes: openScopes.filter((one) => one !== call.scope) })
    const closed = await askOpen(t, others, of(call))
    expect(closed).toMatchObject({ httpStatus: 403, errorCode: 9107 })
    expect(isDocumented(call, closed)).toBe(true)
  })

  it('refuses what it does not know by its name, wherever it stands', async () => {
    const refused = { httpStatus: 400, errorCode: -2, message: '参数错误：没有「coupon」这个字段' }
    expect(await askOpen(t, key, of(call, {}, '?coupon=1'))).toMatchObject({ ...refused, data: { field: 'coupon' } })
    if (call.method !== 'GET') expect(await askOpen(t, key, of(call, { coupon: 1 }))).toMatchObject(refused)
    // Records inside the input, and those of its lists.
    const shape = (call.input as unknown as { shape: object }).shape
    for (const name of ['customer', 'deposits'].filter((one) => one in shape))
      expect(await askOpen(t, key, of(call, { [name]: { coupon: 1 } }))).toMatchObject({
        data: { issues: expect.arrayContaining([expect.objectContaining({ field: `${name}.coupon` })]) },
      })
    for (const name of ['services', 'pools'].filter((one) => one in shape))
      expect(await askOpen(t, key, of(call, { [name]: [{ coupon: 1 }] }))).toMatchObject({
        data: { issues: expect.arrayContaining([expect.objectContaining({ field: `${name}.0.coupon` })]) },
      })
  })

  it('takes whatever is sent without a fault of ours', async () => {
    const values = [null, '', '\0', '\ud800', '9'.repeat(40), -1, 1e300, [], {}, true, "' or 1=1 --"]
    const fields = Object.keys((call.input as unknown as { shape: object }).shape)
    const asked = values.flatMap((value) => [
      of(call, Object.fromEntries(fields.map((field) => [field, value]))),
      of(
        call,
        {},
        `?${fields.map((field) => `${field}=${encodeURIComponent(String(value).toWellFormed())}`).join('&')}`,
      ),
    ])
    const odd = ['[', 'null', '[1]', '"a"', '{"a":'.repeat(40), '\ufeff{}'].map((raw) => ({ ...of(call), raw }))
    for (const one of [...asked, ...(call.method === 'GET' ? [] : odd)]) {
      const told = await askOpen(t, key, one)
      const { httpStatus, success, errorCode } = told
      expect({ one, httpStatus, errorCode, isDocumented: isDocumented(call, told) }).toMatchObject({
        isDocumented: true,
      })
      expect({ one, httpStatus, errorCode }).toMatchObject({ httpStatus: expect.toSatisfy((n: number) => n < 500) })
      expect(success && fields.length > 0 && call.effect === 'write' && call.path.endsWith('/orders')).toBe(false)
    }
  })
})
