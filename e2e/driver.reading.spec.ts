import { simulation } from '@cheyi/contract/platform/simulation'
import { store } from '@cheyi/contract/platform/store'
import { driver } from '@cheyi/contract/rental/driver'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { headOf, openCard } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { stranger } from './setup/prepare.ts'
import { bookAtHand } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/* Papers that are read from their pictures: what is empty is filled and to be compared, what was typed stays. */

test('pictures of papers fill the form, and ask where something else was typed', async ({ page, open }) => {
  await open('/person/entry', 'clerk')
  await page.getByPlaceholder('与证件一致').fill('手填姓名')
  await page.getByText('客户同意留存证件照片').click()
  await photograph(page, page.getByRole('button', { name: '拍人像面' }), '人像面')
  await expect(page.getByText('已按照片填写证件号码、地址，请核对')).toBeVisible()
  await expect(page.getByPlaceholder('请输入证件号码')).toHaveValue(/^\d{17}[\dX]$/)
  await expect(page.getByPlaceholder('与证件一致')).toHaveValue('手填姓名')
  await expect(page.getByText('照片上的姓名是「演示客户」，与已填的不同')).toBeVisible()
  // A pass says that the papers are theirs: the difference is answered first.
  await page.getByRole('button', { name: '保存并核验通过' }).click()
  await expect(page.getByText('与已填的不同，选择后才能核验通过')).toBeVisible()
  await page.getByRole('button', { name: '采用', exact: true }).click()
  await expect(page.getByPlaceholder('与证件一致')).toHaveValue('演示客户')

  // The second picture is there before the first is read.
  const read = Promise.withResolvers<void>()
  await page.route('**/api/person/v1/ocr', (route) => void read.promise.then(() => route.continue()), { times: 1 })
  await photograph(page, page.getByRole('button', { name: '拍国徽面' }), '国徽面')
  await photograph(page, page.getByRole('button', { name: '拍驾驶证正页' }), '驾驶证')
  await expect(page.getByRole('button', { name: '重拍驾驶证正页' })).toBeVisible()
  read.resolve()
  await expect(page.getByText('准驾车型、初次领证、驾驶证有效期，请核对')).toBeVisible()
  await expect(page.getByPlaceholder('如 C1')).toHaveValue('C1')
})

test('papers that the register of the police does not know so are passed with a reason alone', async ({
  page,
  open,
  as,
}) => {
  const api = await as()
  const { name, phone, identityNo } = stranger('庚不符')
  await api.ask(simulation.register, { name, answer: 'different' })
  const { personId } = await api.ask(driver.savePerson, {
    ...{ name, phone, identityNo, identityType: 1, identityExpire: '2036-01-01' },
    ...{ licenceClass: 'C1', licenceFirstIssue: '2015-03-01', licenceExpire: '2031-03-01' },
  })
  await open(`/person/entry?personId=${personId}`, 'clerk')
  await page.getByText('已另存纸质复印件').click()
  await page.getByRole('button', { name: '核验通过', exact: true }).click()
  const reason = page.getByPlaceholder('如登记信息有误，请说明')
  await expect(reason).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '实名核验公安核验不一致' })).toBeVisible()
  await page.getByRole('button', { name: '核验通过', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: '请填写仍然核验通过的原因' })).toBeVisible()
  await reason.fill('客户曾更名，已核对证明')
  await page.getByRole('button', { name: '核验通过', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '证件已核验' })).toBeVisible()
  await open(`/person/detail?personId=${personId}`, 'clerk')
  await expect(page.getByText('公安核验不一致')).toBeVisible()
  await expect(page.getByText('客户曾更名，已核对证明')).toBeVisible()
})

test('a licence that the register has other classes of is put right, and passed then', async ({ page, open, as }) => {
  const api = await as()
  const { name, phone, identityNo } = stranger('辛车型')
  await api.ask(simulation.register, { paper: 'licence', name, answer: 'otherClass' })
  const { personId } = await api.ask(driver.savePerson, {
    ...{ name, phone, identityNo, identityType: 1, identityExpire: '2036-01-01' },
    ...{ licenceClass: 'C1', licenceFirstIssue: '2015-03-01', licenceExpire: '2031-03-01' },
  })
  await open(`/person/entry?personId=${personId}`, 'clerk')
  await page.getByRole('button', { name: '查驾驶证' }).click()
  const part = page.getByRole('status').filter({ hasText: '驾驶证核验' })
  await expect(part).toContainText('准驾车型不符')
  await expect(page.getByText('交管登记的准驾车型是C2，没有C1')).toBeVisible()
  await page.getByText('已另存纸质复印件').click()
  await page.getByRole('button', { name: '核验通过', exact: true }).click()
  await expect(page.getByText('没有C1，请填写仍然核验通过的原因')).toBeVisible()
  await page.getByPlaceholder('如 C1').fill('C2')
  await expect(part).toContainText('交管核验一致')
  await page.getByRole('button', { name: '保存并核验通过' }).click()
  await expect(page.getByRole('status').filter({ hasText: '证件已核验' })).toBeVisible()
})

test('a licence that is suspended is seen at the pickup, and why it was passed', async ({ page, open, as }) => {
  const api = await as()
  const name = '壬暂扣'
  await api.ask(simulation.register, { paper: 'licence', name, answer: 'suspended' })
  // Passed unasked: the register is asked afterwards, and nobody waits for it.
  const { orderId } = await bookAtHand(api, name, 1)
  const people = async () => (await api.ask(pickupReturn.task, { orderId, type: handoverType.pickup })).people
  await expect.poll(async () => (await people())[0]?.faults).toEqual([{ text: '驾驶证状态为暂扣', reason: '' }])
  await open(`/order/pickup?orderId=${orderId}&rstep=2`, 'clerk')
  await expect(headOf(page, '人')).toContainText('驾驶证状态为暂扣')
  const card = await openCard(page, '人')
  await card.getByRole('button', { name: '去核验' }).click()
  const part = page.getByRole('status').filter({ hasText: '驾驶证核验' })
  await expect(part).toContainText('暂扣')
  await expect(page.getByText('该证现在不能驾驶，请勿交车')).toBeVisible()
  await page.getByText('已核对交管12123电子驾驶证', { exact: true }).click()
  await page.getByRole('button', { name: '核验通过', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '证件已核验' })).toBeVisible()
  await expect(headOf(page, '人')).toContainText('驾驶证状态为暂扣（已说明：已核对交管12123电子驾驶证）')
})

test('who books photographs the card of somebody new instead of typing it', async ({ page, open, as }) => {
  const [at] = await (await as('clerk')).ask(store.list, {})
  await open(`/order/create?storeId=${at!.id}`, 'clerk')
  await page.getByRole('button', { name: '拍证件识别' }).click()
  const sheet = page.getByRole('dialog', { name: '拍证件识别' })
  await sheet.getByText('客户同意留存证件照片').click()
  await photograph(page, sheet.getByRole('button', { name: '拍人像面' }), '人像面')
  await expect(sheet).toBeHidden()
  await expect(page.getByPlaceholder('与证件一致')).toHaveValue('演示客户')
  await expect(page.getByPlaceholder('选填，取车前补录')).toHaveValue(/^\d{17}[\dX]$/)
  // The picture went with the sheet: the next customer's papers begin without it.
  await open('/person/entry', 'clerk')
  await expect(page.getByRole('button', { name: '拍人像面' })).toBeVisible()
})
