import { bankKinds } from '@cheyi/domain/money/bank/codes'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Card, Cell, Note, Notice, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import type { BankAccount } from '../parts/bank-line.ts'
import { bankScreens } from '../screens.ts'

const sheet = () => import('../parts/account-sheet.tsx')

/** The merchant's own accounts, each with its balance after its last line. */
export default page(bankScreens.accounts, () => {
  const [accounts] = useAnswers(ask(calls.bank.accounts, {}))
  const mayEdit = useMayWhole('finance.reconcile')
  return (
    <Page
      reading
      right={
        mayEdit && (
          <NavAction icon="plus" primary onClick={() => void open(sheet, { account: null })}>
            登记
          </NavAction>
        )
      }
    >
      <Stack gap={10}>
        {accounts.length === 0 ? (
          <Notice>登记收付款的银行账户、微信商户号和支付宝账户，填写启用日期当天开始时的余额</Notice>
        ) : (
          <Card>
            {accounts.map((account) => (
              <Cell
                key={account.accountId}
                label={account.name}
                note={noteOf(account)}
                extra={<Money fen={account.balance} />}
                onClick={() =>
                  mayEdit
                    ? void open(sheet, { account })
                    : go(bankScreens.list, { accountId: account.accountId, group: 'all' })
                }
              />
            ))}
          </Card>
        )}
        <Note>
          余额为期初余额加已导入的流水。账号只用于区分账户，微信和支付宝填商户号，与支付渠道的商户号相同的按天核对渠道账单。
        </Note>
      </Stack>
    </Page>
  )
})

const noteOf = ({ kind, accountNo, lastOn, stopped, openingOn }: BankAccount): string =>
  [
    `${bankKinds.text(kind)} 尾号${accountNo.slice(-4)}`,
    lastOn === null ? `${openingOn} 启用，还没有流水` : `流水至 ${lastOn}`,
    stopped && '已停用',
  ]
    .filter(Boolean)
    .join(' · ')
