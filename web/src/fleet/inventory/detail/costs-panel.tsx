import { costKinds, isCapital } from '@cheyi/domain/fleet/cost/codes'
import { formatMoney } from '@cheyi/domain/money'
import { addMonths, localDate } from '@cheyi/domain/time'
import { profitScreens } from '../../../insight/profit/screens.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Answer } from '../../../page/page.tsx'
import { tollScreens } from '../../../rental/toll/screens.ts'
import { Card, CardMore, Cell, Note } from '../../../ui/layout.tsx'
import { costScreens } from '../../cost/screens.ts'

interface CostsPanelProps {
  readonly vehicleId: string
  readonly now: number
}

/** What the car cost in the last months; renders nothing without the permission to see it. */
export function CostsPanel(props: CostsPanelProps) {
  const may = useMay(...(costScreens.list.permission as readonly ['inventory.edit']))
  return may ? <Costs {...props} /> : null
}

const SHOWN = 4

function Costs({ vehicleId, now }: CostsPanelProps) {
  const month = `${localDate(now).slice(0, 7)}-01`
  const span = { from: addMonths(month, -2), to: month }
  const costs = useRead(calls.cost.page, { vehicleId, ...span, pageSize: 1 })
  const mayEdit = useMay('inventory.edit', 'ticket.cost')
  const mayTolls = useMay('violation.list', 'order.supplement')
  return (
    <Card
      title="费用"
      extra={
        mayEdit && (
          <CardMore onClick={() => void open(() => import('../../cost/parts/add-sheet.tsx'), { vehicleId })}>
            登记
          </CardMore>
        )
      }
    >
      <Answer of={costs}>
        {({ sums }) => {
          const running = (sums ?? []).filter(({ kind }) => !isCapital(kind))
          return (
            <>
              <Cell label="近3个月合计" align="right" onClick={() => go(costScreens.list, { id: vehicleId })}>
                <span className="num">{formatMoney(running.reduce((sum, { fen }) => sum + fen, 0))}</span>
              </Cell>
              {running.slice(0, SHOWN).map(({ kind, fen }) => (
                <Cell
                  key={kind}
                  label={costKinds.text(kind)}
                  align="right"
                  onClick={() => go(costScreens.list, { id: vehicleId, kind })}
                >
                  <span className="num">{formatMoney(fen)}</span>
                </Cell>
              ))}
              {mayTolls && (
                <Cell label="过路停车充电账单" onClick={() => go(tollScreens.list, { vehicleId, group: 'all' })} />
              )}
              <Cell label="车辆收益" onClick={() => go(profitScreens.car, { id: vehicleId })} />
              {running.length === 0 && <Note pad={[4, 16, 16]}>近3个月没有费用</Note>}
            </>
          )
        }}
      </Answer>
    </Card>
  )
}
