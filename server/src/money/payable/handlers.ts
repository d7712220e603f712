import { contract } from '@cheyi/contract/index'
import { payeeKind } from '@cheyi/domain/money/payable/codes'
import { pick } from '@cheyi/domain/pick'
import { badInput } from '@cheyi/domain/refusal'
import { type Context, implement, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { ACCOUNT, tailOf } from './accounts.ts'
import { bill, billAdd, billCancel, billEdit, bills, billsExport, pay, payUndo } from './bills.ts'
import { billCosts, unbilledCosts } from './costs.ts'
import { runFile } from './file.ts'
import { run, runCancel, runCreate, runDecide, runPay, runSubmit, runs } from './runs.ts'
import * as store from './store.ts'
import './accrue.ts'
import './bank-parties.ts'
import './waiting.ts'

/** The sealed column of an account number that was entered. */
const sealAccount = (ctx: Context, id: string, accountNo: string | undefined) =>
  accountNo === undefined
    ? {}
    : { accountEnc: ctx.vault.seal(ACCOUNT, id, accountNo), accountMask: tailOf(accountNo), accountAt: ctx.now }

export const payable = implement(contract.payable, {
  payees({ keyword, kind, ...paging }, ctx) {
    const filter = { keyword, kind }
    return listAnswer(paging, {
      rows: store.payees(ctx, filter, cursorKeys(paging, 'id')?.[0] ?? null, pageSize(paging) + 1),
      count: () => store.countPayees(ctx, filter),
      keys: ({ id }) => [id],
      view: (row) => ({
        payeeId: row.id,
        ...pick(row, 'kind', 'name', 'holder', 'bank', 'payDays', 'note', 'stopped', 'version'),
        accountNo: row.accountMask,
        open: row.openFen,
      }),
    })
  },

  /** A garage of the tickets is known by its name. @throws Refusal badInput (-2) for a name that is there */
  async payeeAdd({ kind, accountNo, ...file }, ctx) {
    const id = await newId(ctx)
    const originId = kind === payeeKind.garage ? await store.garageOfName(ctx, file.name) : null
    await store.insertPayee(ctx, { id, kind, originId, ...file, ...sealAccount(ctx, id, accountNo) })
    ctx.audit({ targetType: 'payee', targetId: id, after: { name: file.name, bank: file.bank, payDays: file.payDays } })
    return { payeeId: id }
  },

  /** @throws Refusal notFound (-4), stale (-5), badInput (-2) for an owner, whose file is elsewhere */
  async payeeEdit({ payeeId, version, accountNo, ...file }, ctx) {
    const before = requireFound(await store.lockPayee(ctx, payeeId))
    requireVersion(version, before.version)
    if (before.kind === payeeKind.owner) throw badInput('payeeId', '车主资料请在车主结算中修改')
    const originId =
      before.originId ?? (before.kind === payeeKind.garage ? await store.garageOfName(ctx, file.name) : null)
    // The name of the account and its bank belong to it: another one is another account.
    const isMoved = file.holder !== before.holder || file.bank !== before.bank
    const saved = store.updatePayee(ctx, before, {
      ...file,
      originId,
      ...(isMoved && { accountAt: ctx.now }),
      ...sealAccount(ctx, payeeId, accountNo),
    })
    const fieldsOf = (row: store.PayeeRow) => pick(row, 'name', 'bank', 'payDays', 'stopped')
    ctx.audit({
      targetType: 'payee',
      targetId: payeeId,
      before: fieldsOf(before),
      after: { ...fieldsOf(saved), accountChanged: accountNo !== undefined || isMoved },
    })
    return { version: saved.version }
  },

  ...{ bills, billsExport, bill, billAdd, billEdit, billCancel, pay, payUndo },
  ...{ unbilledCosts, billCosts },
  ...{ runs, run, runCreate, runSubmit, runDecide, runFile, runPay, runCancel },
})
