import { account } from '@cheyi/contract/platform/account'
import { approval } from '@cheyi/contract/platform/approval'
import { role } from '@cheyi/contract/platform/role'
import { store as stores } from '@cheyi/contract/platform/store'
import { idsOf } from '@cheyi/domain/permission'
import { joinByCode } from './setup/register.ts'
import { expect, test } from './setup/test.ts'

/* Who works here, what they may do, and who says so. */

const fresh = (prefix: string) => `${prefix}${String(Date.now()).slice(-8)}`

test('the owner makes a role, hires somebody with it, and both see what it opens', async ({ page, browser, open }) => {
  const mobile = fresh('136')
  const roleName = `收车员${mobile.slice(-4)}`
  await open('/role')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByLabel('角色名称').fill(roleName)
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()

  await expect(page).toHaveTitle('车驿 · 权限设置')
  await page.getByRole('button', { name: /^订单/ }).click()
  await page.getByRole('checkbox', { name: '短租订单' }).check({ force: true })
  await page.getByRole('searchbox').fill('车辆编辑')
  await page.getByRole('checkbox', { name: '车辆编辑' }).check({ force: true })
  await page.getByRole('button', { name: /^保存（3 项）/ }).click()
  const sure = page.getByRole('dialog')
  await expect(sure).toContainText('新增 3 项：短租订单、车辆、车辆编辑')
  await sure.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('权限已保存')).toBeVisible()

  await page.goto('/account/add')
  await page.getByLabel('姓名').fill('郑收车')
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '发送邀请' }).click()
  await expect(page.getByText('请选择角色')).toBeVisible()
  await page.getByRole('checkbox', { name: roleName }).check({ force: true })
  await page.getByRole('button', { name: '发送邀请' }).click()
  await expect(page).toHaveTitle('车驿 · 员工详情')
  await expect(page.getByRole('heading', { name: '郑收车' })).toContainText('待确认')

  const phone = await (await browser.newContext()).newPage()
  await joinByCode(phone, mobile)
  await expect(phone).toHaveTitle('车驿 · 工作台')
  await phone.goto('/price')
  await expect(phone).toHaveURL(/\/no-auth/)
  await phone.goto('/order')
  await expect(phone).toHaveTitle('车驿 · 短租订单')

  // The owner takes the orders away: the page that shows them is left.
  await page.goto('/role')
  await page.getByRole('link', { name: roleName }).click()
  await page.getByRole('button', { name: /^订单/ }).click()
  await page.getByRole('checkbox', { name: '短租订单' }).uncheck({ force: true })
  await page.getByRole('button', { name: /^保存（2 项）/ }).click()
  await expect(page.getByRole('dialog')).toContainText('移除 1 项：短租订单')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(phone).toHaveURL(/\/no-auth/)

  // And the person: signed out wherever they are.
  await page.goto('/account')
  await page.getByRole('searchbox').fill('郑收车')
  await page.getByRole('switch', { name: '启用 郑收车' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('停用后该员工将立即退出登录，确定停用？')
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await expect(page.getByText('郑收车 已停用')).toBeVisible()
  // Their page heard of it already, or hears of it when it is loaded anew.
  await phone.reload()
  const signIn = phone.getByRole('heading', { name: '登录车驿' })
  await expect(signIn.or(phone.getByRole('button', { name: '去登录' }))).toBeVisible()
  await phone.context().close()
})

test('an invitation waits in the list, is sent again and withdrawn', async ({ page, as, open }) => {
  const api = await as()
  const mobile = fresh('134')
  const { list } = await api.ask(role.page, { pageSize: 100 })
  const clerk = list.find(({ name }) => name === '店员')!.roleId
  const name = `待来${mobile.slice(-4)}`
  await api.ask(account.add, { name, mobile, roleIds: [clerk], storeScope: 0, storeIds: [] })
  await open('/account?status=2')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('待确认')
  await expect(row).toContainText('等待本人确认')
  await row.getByRole('button', { name: '重新发送' }).click()
  await expect(page.getByText(`已重新向 ${name} 发送邀请`)).toBeVisible()
  await row.getByRole('button', { name: '重新发送' }).click()
  await expect(page.getByText(/该手机号今天不能再发/)).toBeVisible()
  await row.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销邀请' }).click()
  await expect(page.getByText(`对 ${name} 的邀请已撤销`)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('two who edit one role at once: the second sees both versions and merges them', async ({ page, as, open }) => {
  const api = await as()
  const { roleId } = await api.ask(role.save, { name: `两人改${String(Date.now()).slice(-6)}` })
  await api.ask(role.auth, { roleId, menuIds: idsOf(['order.list']) })
  await open(`/role/edit/${roleId}`)
  await page.getByRole('button', { name: /^订单/ }).click()
  await page.getByRole('checkbox', { name: '新建订单' }).check({ force: true })
  await api.ask(role.auth, { roleId, menuIds: idsOf(['order.list', 'price']) })

  await page.getByRole('button', { name: /^保存（/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  const conflict = page.getByRole('alert', { name: '修改冲突' })
  await expect(conflict).toContainText('新增 1 项：新建订单')
  await expect(conflict).toContainText('新增 1 项：价格')
  // The question before moves out.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await conflict.getByRole('button', { name: '合并两方修改' }).click()
  await page.getByRole('button', { name: /^保存（3 项）/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('权限已保存')).toBeVisible()
})

test('the owner’s role is given by two: it waits in a sheet and goes on by itself', async ({ page, as, open }) => {
  const mobile = fresh('137')
  await open('/account/add')
  await page.getByLabel('姓名').fill('合伙人')
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('checkbox', { name: '老板' }).check({ force: true })
  await page.getByRole('button', { name: '发送邀请' }).click()
  const sheet = page.getByRole('dialog', { name: '需另一名有权限的人员确认' })
  await expect(sheet).toContainText('授予「合伙人」老板角色')

  const manager = await as('manager')
  const { list } = await manager.ask(approval.page, { state: 0 })
  await manager.ask(approval.decide, { id: list[0]!.id, pass: true })
  await expect(page).toHaveTitle('车驿 · 员工详情')

  const { list: found } = await (await as()).ask(account.page, { keyword: mobile })
  expect(found.map(({ name, roles }) => [name, roles.map((one) => one.name)])).toEqual([['合伙人', ['老板']]])
})

test('the log tells what was different afterwards', async ({ page, as, open }) => {
  const api = await as()
  const name = `记日志${String(Date.now()).slice(-6)}`
  const { roleId } = await api.ask(role.save, { name })
  await api.ask(role.auth, { roleId, menuIds: idsOf(['price']) })
  await open('/audit?action=role')
  const first = page.getByRole('listitem').first()
  await expect(first).toContainText('权限 · 设置角色权限')
  await expect(first).toContainText('价格')
})

test('the owner sees who tried to come in as one of theirs', async ({ page, as, open }) => {
  const api = await as()
  const mobile = fresh('135')
  const { list } = await api.ask(role.page, { pageSize: 100 })
  const clerk = list.find(({ name }) => name === '店员')!.roleId
  const name = `试登${mobile.slice(-4)}`
  await api.ask(account.add, { name, mobile, roleIds: [clerk], storeScope: 0, storeIds: [] })
  await joinByCode(page, mobile)
  await expect(page).toHaveTitle('车驿 · 工作台')
  await page.request.post('/api/login/v1/password', { data: { mobile, password: 'Wrong2026x', agree: true } })
  await open('/audit')
  await page.getByRole('button', { name: '结果' }).click()
  await page.getByText('登录失败', { exact: true }).click()
  const first = page.getByRole('listitem').filter({ hasText: name }).first()
  await expect(first).toContainText('密码登录')
  await expect(first).toContainText('账号或密码错误')
})

test('who answers for one store sets terms of it, and is offered nothing that is of all of them', async ({
  page,
  as,
}) => {
  const api = await as()
  const mobile = fresh('133')
  const { roleId } = await api.ask(role.save, { name: `定价${mobile.slice(-4)}` })
  await api.ask(role.auth, { roleId, menuIds: idsOf(['price', 'price.edit', 'model', 'model.edit']) })
  const shop = (await api.ask(stores.list, {})).find(({ name }) => name === '杭州东站店')!
  await api.ask(account.add, { name: '单店定价', mobile, roleIds: [roleId], storeScope: 1, storeIds: [shop.id] })
  await joinByCode(page, mobile)
  await expect(page).toHaveTitle('车驿 · 工作台')

  await page.goto('/price?tab=service')
  await expect(page.getByRole('button', { name: /儿童座椅/ })).toBeDisabled()
  await page.goto('/price?tab=deposit')
  await page.getByRole('button', { name: '添加押金规则' }).click()
  const sheet = page.getByRole('dialog', { name: '添加押金规则' })
  await expect(sheet).toContainText('杭州东站店')
  await expect(sheet).not.toContainText('全部门店')
  await sheet.getByLabel('租车押金').fill('1234')
  // Nobody else's booking is to be under it.
  await sheet.getByRole('switch', { name: '启用' }).click()
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: /杭州东站店 · 全部车型.*租车押金 ¥1,234/ })).toBeEnabled()

  await page.goto('/model')
  await expect(page.getByText('大众朗逸').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '新建', exact: true })).toHaveCount(0)
  await page.goto('/model/edit/0')
  await expect(page.getByText('仅管理全部门店的账号可打开')).toBeVisible()
})
