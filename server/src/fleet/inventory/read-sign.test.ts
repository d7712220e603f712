import { contract } from '@cheyi/contract/index'
import { expect, it, vi } from 'vitest'
import { photo, sendSign, sendUpload } from '../../testing/upload.ts'
import { clerk, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant()
/** What the simulated vendor reads on every car. */
const plate = '沪A12234'

it('reads a plate, and keeps neither picture nor reading', async () => {
  const files = async () => (await t.root.query('select count(*)::int as n from media')).rows
  const before = await files()
  const car = await photo()
  const key = 'sign-asked-twice'
  expect(await sendSign(t, { sign: 'plate' }, car, { ...clerk(), key })).toMatchObject({ data: { text: plate } })
  expect(await sendSign(t, { sign: 'plate' }, car, { ...clerk(), key })).toMatchObject({ data: { text: null } })
  expect(await files()).toEqual(before)
})

it('reads a picture that the shell has sent, of its sender alone', async () => {
  const { data } = await sendUpload(t, { biz: 'vehicle' }, await photo(), clerk())
  const { mediaId } = data as { mediaId: string }
  expect(await sendSign(t, { sign: 'plate', mediaId }, null, clerk())).toMatchObject({ data: { text: plate } })
  expect(await sendSign(t, { sign: 'plate', mediaId }, null, { token: w.tokens.owner })).toMatchObject({
    errorCode: -4,
  })
})

it('says that there is no picture, and when there were enough', async () => {
  expect(await sendSign(t, { sign: 'plate' }, null, clerk())).toMatchObject({ errorCode: -2, data: { field: 'file' } })
  expect(await sendSign(t, { sign: 'colour' }, await photo(), clerk())).toMatchObject({ errorCode: -2 })
  await t.call(contract.merchant.saveSetting, { settings: { readPapersDaily: 0 } }, { token: w.tokens.owner })
  expect(await sendSign(t, { sign: 'plate' }, await photo(), clerk())).toMatchObject({ errorCode: 1106 })
})

it('decodes nothing of who may not ask for it, refuses them and logs it', async () => {
  await t.root.query(`update role set menu_ids = '{}' where merchant_id = $1 and letter = 'C'`, [w.merchantId])
  t.kernel.identities.forget(w.tokens.clerk)
  const decode = vi.spyOn(t.kernel.upload.inspector, 'inspect')
  expect(await sendSign(t, { sign: 'plate' }, await photo(2000, 1000), clerk())).toMatchObject({ errorCode: -3 })
  expect(decode).not.toHaveBeenCalled()
  const { rows } = await t.root.query(
    `select count(*)::int as n from audit where merchant_id = $1 and action = 'inventory.readSign' and result <> 'ok'`,
    [w.merchantId],
  )
  expect(rows).toEqual([{ n: 1 }])
})
