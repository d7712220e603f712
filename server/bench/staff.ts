import { contract } from '@cheyi/contract/index'
import { createStaff } from '../src/merchant/provision.ts'
import { openSession } from '../src/testing/session.ts'
import type { Hot } from './data/prepare.ts'
import { localApp, send } from './local-app.ts'

/** Sessions of one person. */
const TABS = 5

/** People of one role, each with so many sessions. @returns the role, which has no rights yet, and a token a session */
export async function staff(gateUrl: string, folder: string, hot: Hot, clients: number) {
  await using app = await localApp(gateUrl, folder)
  const { merchantId } = hot
  const { roleId } = await send(app, contract.role.save, hot.token, { name: '基准店员' })
  const tokens: string[] = []
  for (let n = 0; n * TABS < clients; n++) {
    const person = {
      mobile: `136${String(n).padStart(8, '0')}`,
      passwordHash: '-',
      parentId: hot.accountId,
      name: '基准店员',
    }
    const account = await createStaff(app.kernel, merchantId, { ...person, roleIds: [roleId] })
    for (let tab = 0; tab < TABS; tab++) tokens.push(await openSession(app.kernel, account))
  }
  return { roleId, tokens: tokens.slice(0, clients) }
}
