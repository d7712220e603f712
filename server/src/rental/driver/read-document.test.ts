import { contract } from '@cheyi/contract/index'
import { DAY } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { uploadPhotos } from '../../testing/upload.ts'
import { renter } from '../../testing/world/handover.ts'
import { clerk, other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

const { readDocument } = contract.driver

sharedMerchant({ other: true })

it('reads a picture that was just taken, with the customer’s consent, and changes nothing', async () => {
  const [mediaId] = await uploadPhotos(t, 'person', 1, w.tokens.clerk)
  const ask = { mediaId: mediaId!, slot: 'imgFront' as const }
  expect(await t.send(readDocument, ask, clerk())).toMatchObject({ errorCode: -2, data: { field: 'consent' } })
  const { reading } = await t.call(readDocument, { ...ask, consent: true }, clerk())
  expect(reading).toMatchObject({ name: '演示客户', gender: expect.any(Number) })
  const { rows } = await t.root.query('select linked_at, state from media where id = $1', [mediaId])
  expect(rows).toEqual([{ linkedAt: null, state: 2 }])
  // Neither the log nor the answer that is kept for a repeat says what stood there.
  const log = await t.root.query(`select after from audit where action = 'driver.readDocument'`)
  expect(log.rows).toEqual([{ after: { documents: ['imgFront'] } }])
  const kept = await t.root.query('select answer from idempotency where merchant_id = $1', [w.merchantId])
  for (const { answer } of kept.rows) expect(answer.toString('latin1')).not.toContain(reading!.identityNo!)
})

it('reads a picture of a file whose customer agreed, and none of others', async () => {
  const [front] = await uploadPhotos(t, 'person', 1, w.tokens.owner)
  const personId = await renter(t, w, { imgFront: front!, consent: true })
  const ask = { mediaId: front!, slot: 'imgFront' as const }
  expect(await t.send(readDocument, { ...ask, personId }, clerk())).toMatchObject({ success: true })
  // Somebody else's, by another customer, of another kind, of another merchant.
  expect(await t.send(readDocument, { ...ask, consent: true }, clerk())).toMatchObject({ errorCode: -4 })
  const stranger = await renter(t, w, { consent: true })
  expect(await t.send(readDocument, { ...ask, personId: stranger }, clerk())).toMatchObject({ errorCode: -4 })
  const [pickup] = await uploadPhotos(t, 'pickup', 1, w.tokens.clerk)
  const wrong = { mediaId: pickup!, slot: 'imgFront' as const, consent: true }
  expect(await t.send(readDocument, wrong, clerk())).toMatchObject({ errorCode: -4 })
  expect(await t.send(readDocument, { ...ask, consent: true }, { token: other.tokens.owner })).toMatchObject({
    errorCode: -4,
  })
  expect(await t.send(readDocument, { ...ask, personId }, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
})

it('reads as many pictures a day as the merchant wants, however many ask at once', async () => {
  const pictures = await uploadPhotos(t, 'person', 4, w.tokens.clerk)
  const read = (mediaId: string) => t.send(readDocument, { mediaId, slot: 'licenceSub', consent: true }, clerk())
  const limit = (readPapersDaily: number | null) =>
    t.call(contract.merchant.saveSetting, { settings: { readPapersDaily } }, { token: w.tokens.owner })
  await limit(2)
  t.clock.set(t.clock.now() + DAY)
  const answers = await Promise.all(pictures.map(read))
  expect(answers.filter(({ success }) => success)).toHaveLength(2)
  const spent = { errorCode: 1106, message: '今天的识别次数已用完，请手动填写' }
  expect(answers.find(({ success }) => !success)).toMatchObject(spent)
  t.clock.set(t.clock.now() + DAY)
  expect(await read(pictures[0]!)).toMatchObject({ data: { reading: { name: '演示客户' } } })
  await limit(0)
  expect(await read(pictures[1]!)).toMatchObject(spent)
  await limit(null)
})
