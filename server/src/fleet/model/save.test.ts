import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { modelForm } from '../../testing/hostile/sample-forms.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { fleet, sharedMerchant, t, w } from '../../testing/world/merchant.ts'

sharedMerchant()

type Form = InputOf<typeof contract.model.save>
const save = (form: Partial<Form>) => t.send(contract.model.save, { ...modelForm, ...form }, fleet())
const detail = (modelId: string) => t.call(contract.model.detail, { modelId }, fleet())

it('copies a model of the library into one of its own', async () => {
  const library = (ask: InputOf<typeof contract.model.library> = {}) => t.call(contract.model.library, ask, fleet())
  const all = await library()
  expect(all.length).toBeGreaterThanOrEqual(80)
  expect(new Set(all.map((row) => `${row.name} ${row.modelYear} ${row.config}`)).size).toBe(all.length)
  for (const row of all) {
    expect(row.tankL > 0 || row.batteryKwh > 0, row.name).toBe(true)
    // Cars with more than nine seats ask for more than a C.
    expect(/^C/.test(row.licenceClass), row.name).toBe(row.seats <= 9)
  }
  const [seal] = await library({ keyword: '海豹' })
  expect(seal).toMatchObject({ brand: '比亚迪', energy: 3, batteryKwh: 61.4, modelId: null })
  const { libraryId: _, modelId: __, modelYear, ...facts } = seal!
  const copy = { ...modelForm, ...facts, modelYear: modelYear ?? undefined, displacement: facts.displacement } as Form
  const { modelId } = await t.call(contract.model.save, copy, fleet())
  expect(await detail(modelId)).toMatchObject({ ...facts, modelYear, status: 1, version: 1, vehicleCount: 0 })
  expect(await library({ keyword: '海豹' })).toMatchObject([{ modelId: expect.any(String) }])
  expect(await save(copy)).toMatchObject({ errorCode: 6005, message: '车型已存在' })
})

it.each([
  ['特斯拉Model3', 'Model 3'],
  ['model3', 'Model 3'],
  ['modely', 'Model Y'],
  ['langyi', '朗逸'],
  ['dzly', '朗逸'],
])('the library knows %s', async (keyword, name) => {
  const found = await t.call(contract.model.library, { keyword }, fleet())
  expect(found.length).toBeGreaterThan(0)
  for (const row of found) expect(`${row.series} ${row.name}`).toContain(name)
})

describe('the same name', () => {
  it('is another model by year or trim level, and refused without', async () => {
    expect(await save({ name: '大众朗逸' })).toMatchObject({ errorCode: 6005 })
    expect(await save({ name: '大众朗逸', modelYear: 2025 })).toMatchObject({ success: true })
    expect(await save({ name: '大众朗逸', config: '豪华版' })).toMatchObject({ success: true })
    // Renaming one into another is refused too.
    expect(await save({ modelId: w.models.gl8, name: '大众朗逸', config: '豪华版' })).toMatchObject({ errorCode: 6005 })
  })
})

it('shows its first picture wherever it is listed', async () => {
  const [first, second] = await uploadPhotos(t, 'model', 2, w.tokens.fleet)
  const before = await detail(w.models.qin)
  const form = { modelId: w.models.qin, name: '比亚迪秦PLUS', carType: 2 as const, version: before.version }
  expect(await save({ ...form, imageIds: [second!, first!] })).toMatchObject({ success: true })
  const after = await detail(w.models.qin)
  expect(after.images.map(({ mediaId }) => mediaId)).toEqual([second, first])
  const { list } = await t.call(contract.model.list, { keyword: '秦' }, fleet())
  const shown = await t.app.inject(list[0]!.image!)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  const stay = { from: at('11-23T10:00'), to: at('11-25T10:00') }
  const [free] = await t.call(
    contract.stock.free,
    { storeId: w.stores.hongqiao, modelIds: [w.models.qin], ...stay },
    { token: w.tokens.clerk },
  )
  expect(free!.image).toContain('/media/')
  const cars = (await t.call(contract.inventory.list, {}, fleet())).list
  for (const { modelId, image } of cars) expect(image !== null, modelId).toBe(modelId === w.models.qin)
})

describe('a change', () => {
  it('is refused to the second of two, and to who may only look', async () => {
    const { version } = await detail(w.models.gl8)
    const form = { modelId: w.models.gl8, name: '别克GL8', carType: 4 as const, seats: 7, version }
    expect(await save({ ...form, depositRent: 600_000, largeCases: 2, smallCases: 3 })).toMatchObject({ success: true })
    expect(await save({ ...form, depositRent: 700_000 })).toMatchObject({ errorCode: -5 })
    expect(await detail(w.models.gl8)).toMatchObject({ depositRent: 600_000, largeCases: 2, smallCases: 3 })
    const clerk = { token: w.tokens.clerk }
    expect(await t.send(contract.model.save, { ...modelForm, ...form }, clerk)).toMatchObject({ errorCode: -3 })
  })
  it('of what is asked for says which field', async () => {
    expect(await save({ brand: '' })).toMatchObject({ message: expect.stringContaining('请输入品牌') })
    expect(await save({ depositRent: -1 })).toMatchObject({ data: { field: 'depositRent' } })
    expect(await save({ seats: 1 })).toMatchObject({ data: { field: 'seats' } })
    expect(await save({ largeCases: 21 })).toMatchObject({ data: { field: 'largeCases' } })
    expect(await save({ mileageLimitKmPerDay: 300, overMileageFenPerKm: 0 })).toMatchObject({
      message: expect.stringContaining('限里程时请填写超里程费'),
      data: { field: 'overMileageFenPerKm' },
    })
  })
})

describe('taken out of use', () => {
  const set = (modelId: string, status: number) => t.send(contract.model.setStatus, { modelId, status }, fleet())
  it('only without a car in service; new orders are refused then', async () => {
    expect(await set(w.models.lavida, 0)).toMatchObject({ errorCode: 6006, message: '仍有在营车辆' })
    await t.root.query('update vehicle set lifecycle = 2 where model_id = $1', [w.models.gl8])
    expect(await set(w.models.gl8, 0)).toMatchObject({ success: true, data: { status: 0 } })
    const stay = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
    const quote = () =>
      t.send(
        contract.quote.quote,
        { storeId: w.stores.hongqiao, modelId: w.models.gl8, ...stay },
        { token: w.tokens.clerk },
      )
    expect(await quote()).toMatchObject({ errorCode: -2, data: { field: 'modelId' } })
    expect(await set(w.models.gl8, 1)).toMatchObject({ success: true })
    expect(await quote()).toMatchObject({ success: true })
  })
})
