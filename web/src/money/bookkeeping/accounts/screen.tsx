import { percent } from '@cheyi/domain/money'
import { voucherAccountName } from '@cheyi/domain/money/bookkeeping/chart'
import { taxClasses, taxpayers } from '@cheyi/domain/money/bookkeeping/codes'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { linkTo, useMayWhole, useReach } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { merchantScreens } from '../../../platform/merchant/screens.ts'
import { Card, Cell, Note, Stack } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { bookkeepingScreens } from '../screens.ts'

export type Subject = OutputOf<typeof calls.bookkeeping.accounts>['list'][number]

const accounts = () => ask(calls.bookkeeping.accounts, {})

/** The code and tax of each account in the merchant's accounting software. */
export default page(bookkeepingScreens.accounts, () => {
  const [{ taxpayer, list }] = useAnswers(accounts())
  const mayEdit = useMayWhole('finance.reconcile')
  const reach = useReach()
  async function edit(subject: Subject) {
    if (await open(() => import('./edit-sheet.tsx'), { subject })) await refresh(accounts())
  }
  return (
    <Page reading>
      <Stack gap={10}>
        <Card>
          <Cell label="纳税人类型" {...linkTo(reach, merchantScreens.settings, { tab: 'rules' })}>
            {taxpayers.text(taxpayer)}
          </Cell>
        </Card>
        <Card title="科目">
          {list.map((subject) => (
            <Cell
              key={subject.account}
              label={voucherAccountName(subject.account)}
              note={[
                `${subject.code} ${subject.name}`,
                subject.taxClass !== null && `${taxClasses.text(subject.taxClass)} ${percent(subject.rateBp)}`,
                subject.cancelClass !== null && `取消订单的违约金${taxClasses.text(subject.cancelClass)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
              extra={subject.own && <Tag>已修改</Tag>}
              {...(mayEdit && { onClick: () => void edit(subject) })}
            />
          ))}
        </Card>
        <Note>编码用于以后导出的凭证；税率用于以后生成的凭证，已生成的月份需重新生成。</Note>
      </Stack>
    </Page>
  )
})
