import { contract } from '@cheyi/contract/index'
import { beforeAll, expect, it } from 'vitest'
import { drawnPlate, photographed } from '../testing/drawn-signs.ts'
import { photo, sendSign, sendUpload, type TestFile } from '../testing/upload.ts'
import { clerk, sharedMerchant, t, w } from '../testing/world/merchant.ts'

sharedMerchant()
let car: TestFile
beforeAll(async () => {
  const plate = await drawnPlate('沪AD6J19', { fill: '#1b4fa8', ink: '#fff' })
  car = { name: 'car.jpg', bytes: await photographed(plate) }
})

it('reads a plate, and keeps neither picture nor reading', async () => {
  const files = async () => (await t.root.query('select count(*)::int as n from media')).rows
  const before = await files()
  const key = 'sign-asked-twice'
  expect(await sendSign(t, { sign: 'plate' }, car, { ...clerk(), key })).toMatchObject({ data: { text: '沪AD6J19' } })
  expect(await sendSign(t, { sign: 'plate' }, car, { ...clerk(), key })).toMatchObject({ data: { text: null } })
  expect(await files()).toEqual(before)
}, 60_000)

it('reads a picture that the shell has sent, of its sender alone', async () => {
  const { data } = await sendUpload(t, { biz: 'vehicle' }, car, clerk())
  const { mediaId } = data as { mediaId: string }
  expect(await sendSign(t, { sign: 'plate', mediaId }, null, clerk())).toMatchObject({ data: { text: '沪AD6J19' } })
  expect(await sendSign(t, { sign: 'plate', mediaId }, null, { token: w.tokens.owner })).toMatchObject({
    errorCode: -4,
  })
}, 60_000)

it('says that nothing was made out, that there is no picture, and when there were enough', async () => {
  expect(await sendSign(t, { sign: 'vin' }, await photo(), clerk())).toMatchObject({ errorCode: 1104 })
  expect(await sendSign(t, { sign: 'plate' }, null, clerk())).toMatchObject({ errorCode: -2, data: { field: 'file' } })
  expect(await sendSign(t, { sign: 'colour' }, car, clerk())).toMatchObject({ errorCode: -2 })
  await t.call(contract.merchant.saveSetting, { settings: { readPapersDaily: 0 } }, { token: w.tokens.owner })
  expect(await sendSign(t, { sign: 'plate' }, car, clerk())).toMatchObject({ errorCode: 1106 })
}, 60_000)
