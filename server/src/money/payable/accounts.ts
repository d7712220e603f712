import { payableSource, payeeKind } from '@cheyi/domain/money/payable/codes'
import { purposeOf } from '@cheyi/domain/money/payable/run'
import type { Context } from '../../kernel/context.ts'
import { type PayeeAccount, portOf } from './followed.ts'
import { linesOfRun, payeesOfRun, type ShownLine } from './run-store.ts'

export const ACCOUNT = 'payee.account'

/** The last digits of an account number. */
export const tailOf = (accountNo: string): string => `****${accountNo.slice(-4)}`

export interface PaidPayee extends PayeeAccount {
  readonly payeeId: string
  readonly name: string
  readonly kind: Awaited<ReturnType<typeof payeesOfRun>>[number]['kind']
  readonly amount: number
  readonly purpose: string
  readonly hash: Buffer | null
  /** It is another account than the one that was submitted. */
  readonly changed: boolean
  readonly lines: readonly ShownLine[]
}

/** The payees of a run, each with one transfer: its account, the sum and the purpose. Account numbers are in clear. */
export async function payeesPaid(ctx: Context, runId: string): Promise<readonly PaidPayee[]> {
  const [payees, lines] = await Promise.all([payeesOfRun(ctx, runId), linesOfRun(ctx, runId)])
  const owners = payees.flatMap(({ kind, originId }) =>
    kind === payeeKind.owner && originId !== null ? [originId] : [],
  )
  const ofOwners =
    owners.length === 0 ? new Map<string, PayeeAccount>() : await portOf(payableSource.owner).accounts(ctx, owners)
  const byPayee = Map.groupBy(lines, ({ payeeId }) => payeeId)
  return payees.map((payee) => {
    const account =
      payee.kind === payeeKind.owner
        ? ofOwners.get(payee.originId ?? '')
        : payee.accountEnc === null
          ? undefined
          : {
              holder: payee.holder || payee.name,
              bank: payee.bank,
              accountNo: ctx.vault.open(ACCOUNT, payee.id, payee.accountEnc),
              mask: payee.accountMask,
              changedAt: payee.accountAt,
            }
    const own = byPayee.get(payee.id)!
    const hash =
      account === undefined
        ? null
        : ctx.vault.index(ACCOUNT, [account.holder, account.bank, account.accountNo].join('\n'))
    const kept = own[0]!.accountHash
    return {
      payeeId: payee.id,
      name: payee.name,
      kind: payee.kind,
      ...(account ?? {
        holder: payee.holder || payee.name,
        bank: payee.bank,
        accountNo: '',
        mask: '',
        changedAt: null,
      }),
      amount: own.reduce((sum, { fen }) => sum + fen, 0),
      purpose: purposeOf(own),
      hash,
      changed: kept !== null && (hash === null || !kept.equals(hash)),
      lines: own,
    }
  })
}
