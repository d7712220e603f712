import { type CarType, carTypes } from '@cheyi/domain/fleet/inventory/codes'
import { formatMoney } from '@cheyi/domain/money'
import { calls, feedback, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useMay, useMayWhole } from '../../../kernel/user.ts'
import { Button, Grow, Note, Row, Stack } from '../../../ui/layout.tsx'

type Gap = OutputOf<typeof calls.model.depositGaps>[number]

/** Models without deposits; empty without the permission to see models. */
export const useDepositGaps = () => useRead(calls.model.depositGaps, {}, { enabled: useMay('model') }).data ?? []

/** Models without deposits, grouped by class; one tap sets the usual deposits of a class. */
export function DepositGaps({ onDone }: { readonly onDone?: () => void }) {
  const mayEdit = useMayWhole('model.edit')
  const gaps = useDepositGaps()
  const save = useWrite(calls.model.setDeposits)
  async function take(models: readonly Gap[]) {
    const saved = await save.run({
      models: models.map(({ modelId, depositRent, depositViolation }) => ({ modelId, depositRent, depositViolation })),
    })
    if (saved === null) return
    feedback.toast(`${saved.count} 款车型已设押金`)
    if (models.length === gaps.length) onDone?.()
  }
  const classes = [...Map.groupBy(gaps, ({ carType }) => carType)]
  return (
    <Stack gap={12}>
      {classes.map(([type, models]) => (
        <Row key={type} gap={12}>
          <Grow>
            <b>
              {carTypes.text(type as CarType)} · {models.length} 款
            </b>
            <Note as="small">{models.map(({ name }) => name).join('、')}</Note>
            <Note as="small" num>
              租车押金 {formatMoney(models[0]!.depositRent)} · 违章押金 {formatMoney(models[0]!.depositViolation)}
            </Note>
          </Grow>
          {mayEdit && classes.length > 1 && (
            <Button size="s" loading={save.pending} onClick={() => void take(models)}>
              采用
            </Button>
          )}
        </Row>
      ))}
      <Note>金额按车型类别建议，采用后可在车型资料里修改</Note>
      {mayEdit && (
        <Button variant="primary" block loading={save.pending} onClick={() => void take(gaps)}>
          按建议设置 {gaps.length} 款车型
        </Button>
      )}
    </Stack>
  )
}
