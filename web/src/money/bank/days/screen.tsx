import { addMonths, localDate } from '@cheyi/domain/time'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { FilterLine, PickBox } from '../../../page/list/list-head.tsx'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Card, Note, Notice, Stack } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { bankScreens } from '../screens.ts'

type Day = OutputOf<typeof calls.bank.days>['list'][number]

/** Months back from the running one that can be chosen. */
const MONTHS = 18

/** The balance of the accounts beside that of the ledger, day by day, and what the difference is made of. */
export default page(bankScreens.days, ({ month: asked }) => {
  const [{ month, list }] = useAnswers(ask(calls.bank.days, { month: asked || undefined }))
  const patch = usePatch()
  const today = localDate(useNow())
  const months = Array.from({ length: MONTHS }, (_, ago) => addMonths(`${today.slice(0, 7)}-01`, -ago).slice(0, 7))
  return (
    <Page
      reading
      head={
        <FilterLine>
          <PickBox on={false}>
            <Select
              title="月份"
              value={month}
              options={months.map((value) => ({ value, label: value }))}
              onChange={(value) => patch({ month: value })}
            />
          </PickBox>
        </FilterLine>
      }
    >
      <Stack gap={10}>
        {list[0] === undefined ? (
          <Notice>这个月还没有启用的银行账户</Notice>
        ) : (
          <>
            <Verdict day={list[0]} />
            <Card pad>
              <Compare
                stacked
                caption={`${month} 银行余额与账簿余额，单位元`}
                columns={['银行', '账簿', '差额']}
                rows={list.map(({ day, bank, books }) => ({
                  key: day,
                  label: day,
                  cells: [yuan(bank), yuan(books), yuan(bank - books)],
                }))}
              />
            </Card>
          </>
        )}
        <Note>银行余额由各账户的期初余额加流水得出，账簿余额由同样的期初余额加账簿的银行收付得出。</Note>
      </Stack>
    </Page>
  )
})

/** What the difference of the last day is made of. */
function Verdict({ day: { day, bank, books, open, outside, transit, gap } }: { readonly day: Day }) {
  const parts = [
    ['流水待匹配', open],
    ['账外流水', outside],
    ['账簿已记、银行未见', transit],
  ] as const
  return (
    <>
      {gap !== 0 && (
        <Notice tone="danger">{`流水不完整：对账单上的余额与流水相差 ${yuan(gap)}，请补导缺少的流水`}</Notice>
      )}
      {bank === books ? (
        <Notice tone="success">{`${day} 银行余额与账簿余额一致，${yuan(bank)}`}</Notice>
      ) : (
        <Card pad title={`${day} 差额 ${yuan(bank - books)}`}>
          <Compare
            caption="差额的组成，单位元"
            columns={['金额']}
            rows={parts.map(([label, fen]) => ({ key: label, label, cells: [yuan(fen)] }))}
          />
        </Card>
      )}
    </>
  )
}
