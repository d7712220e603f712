import { costKind, costKinds } from '@cheyi/domain/fleet/cost/codes'
import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { addMonths, localDate } from '@cheyi/domain/time'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { mayOpen, useMay, useUser } from '../../../kernel/user.ts'
import { readCode } from '../../../page/list/chips-filter.tsx'
import { Items } from '../../../page/list/items.tsx'
import { FilterLine } from '../../../page/list/list-head.tsx'
import { Menu } from '../../../page/list/list-page.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Card, CardMore, Cell, Grid, Note, Text } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { columns, originOf, partColumns } from '../parts/cost-columns.tsx'
import type { Plans } from '../parts/plan-sheet.tsx'
import { costScreens } from '../screens.ts'

/** What one vehicle costs: by kind, each entry, and what comes back every month. */
export default function Costs() {
  const { id: vehicleId, from, to, kind: kindText } = useScreen(costScreens.list)
  const patch = usePatch()
  const today = localDate(useNow())
  const mayEdit = useMay('inventory.edit', 'ticket.cost')
  const user = useUser()
  const kind = readCode(costKinds, kindText === undefined ? undefined : String(kindText))
  const months = { from: from || undefined, to: to || undefined }
  const list = useListPage(
    calls.cost.page,
    { vehicleId, ...months, kind },
    { noun: '费用', keyOf: ({ costId }) => costId, keepPrevious: true, empty: { title: '所选月份没有费用' } },
  )
  const plans = useRead(calls.cost.plans, { vehicleId })
  // Without months an entry is shown whole, also what of it is to come.
  const isWhole = months.from === undefined
  const sums = list.first?.sums ?? []
  // A sale is income.
  const total = sums.reduce((sum, one) => (one.kind === costKind.sale ? sum : sum + one.fen), 0)
  const spans = spansOf(today)
  const chosen = spans.find((span) => span.from === (from || undefined) && span.to === (to || undefined))
  const acts = mayOpen(costScreens.import, user)
    ? [{ label: '导入', run: () => go(costScreens.import, {}) }]
    : undefined
  return (
    <Page
      fill
      title={plans.data && displayPlate(plans.data.plate)}
      right={
        <>
          {acts && <Menu acts={acts} />}
          {mayEdit && (
            <NavAction icon="plus" onClick={() => void open(() => import('../parts/add-sheet.tsx'), { vehicleId })}>
              登记
            </NavAction>
          )}
        </>
      }
      head={
        <FilterLine>
          <ChipRadios
            label="月份"
            options={spans.map(({ value, label }) => ({ value, label }))}
            value={chosen?.value}
            onChange={(value) => {
              const span = spans.find((one) => one.value === value)
              patch({ from: span?.from, to: span?.to, kind: undefined })
            }}
          />
        </FilterLine>
      }
    >
      <Items
        of={list}
        first={list.first}
        columns={isWhole ? columns : partColumns}
        totals={
          isWhole ? undefined : { fen: kind === undefined ? total : (sums.find((one) => one.kind === kind)?.fen ?? 0) }
        }
        link={(reach, cost) => originOf(reach, cost, vehicleId)}
        head={
          list.first && (
            <Grid fit={360} gap={10} pad={[12, 12, 10]} align="start">
              <Sums
                sums={sums}
                total={total}
                chosen={kind}
                onChoose={(next) => patch({ kind: next === kind ? undefined : next })}
              />
              {plans.data && <PlansCard vehicleId={vehicleId} plans={plans.data} mayEdit={mayEdit} />}
            </Grid>
          )
        }
      />
    </Page>
  )
}

/** Months to choose from. */
function spansOf(today: string) {
  const month = `${today.slice(0, 7)}-01`
  const last = addMonths(month, -1)
  return [
    { value: 'all', label: '全部', from: undefined, to: undefined },
    { value: 'month', label: '本月', from: month, to: month },
    { value: 'last', label: '上月', from: last, to: last },
    { value: 'months3', label: '近3个整月', from: addMonths(month, -3), to: last },
    { value: 'months12', label: '近12个整月', from: addMonths(month, -12), to: last },
  ] as const
}

interface SumsProps {
  readonly total: number
  readonly sums: readonly { readonly kind: (typeof costKinds.values)[number]; readonly fen: number }[]
  readonly chosen: number | undefined
  readonly onChoose: (kind: (typeof costKinds.values)[number]) => void
}

/** The costs by kind, of which one is chosen. */
function Sums({ sums, total, chosen, onChoose }: SumsProps) {
  return (
    <Card title="合计" extra={<Text num>¥{yuan(total)}</Text>}>
      {sums.map(({ kind, fen }) => (
        <Cell
          key={kind}
          label={costKinds.text(kind)}
          align="right"
          current={kind === chosen}
          onClick={() => onChoose(kind)}
        >
          <span className="num">¥{yuan(fen)}</span>
        </Cell>
      ))}
      {sums.length === 0 && <Note pad={[4, 16, 16]}>所选月份没有费用</Note>}
      {chosen !== undefined && <Cell label="显示全部类型" onClick={() => onChoose(chosen as never)} />}
    </Card>
  )
}

interface PlansCardProps {
  readonly vehicleId: string
  readonly plans: Plans
  readonly mayEdit: boolean
}

/** Depreciation and what comes back every month. */
function PlansCard({ vehicleId, plans, mayEdit }: PlansCardProps) {
  const { list, bookValue, purchaseFen } = plans
  return (
    <Card
      title="每月费用与折旧"
      extra={
        mayEdit && (
          <CardMore onClick={() => void open(() => import('../parts/plan-sheet.tsx'), { vehicleId, plans })}>
            添加
          </CardMore>
        )
      }
    >
      {purchaseFen !== null && (
        <Cell label="购置价" align="right">
          <span className="num">{formatMoney(purchaseFen)}</span>
        </Cell>
      )}
      {bookValue !== null && (
        <Cell label="账面价值" note="本月末" align="right">
          <span className="num">{formatMoney(bookValue)}</span>
        </Cell>
      )}
      {list.map((plan) => (
        <Cell
          key={plan.planId}
          label={costKinds.text(plan.kind)}
          align="right"
          note={[
            `${plan.firstMonth.slice(0, 7)} 起 ${plan.months} 个月`,
            plan.endedMonth && `${plan.endedMonth.slice(0, 7)} 停止`,
            plan.note,
          ]
            .filter(Boolean)
            .join(' · ')}
          onClick={
            mayEdit && plan.endedMonth === null
              ? () => void open(() => import('../parts/end-sheet.tsx'), { plan })
              : undefined
          }
        >
          <span className="num">{formatMoney(Math.round(plan.totalFen / plan.months))}/月</span>
        </Cell>
      ))}
      {list.length === 0 && purchaseFen === null && <Note pad={[4, 16, 16]}>没有折旧和每月费用</Note>}
    </Card>
  )
}
