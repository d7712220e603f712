import { reduceTypes } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { open } from '../../../../page/open.ts'
import { Checkbox } from '../../../../ui/field/checkbox.tsx'
import { PickRow } from '../../../../ui/field/pick-row.tsx'
import { Stepper } from '../../../../ui/field/stepper.tsx'
import { LoadError } from '../../../../ui/frame/empty.tsx'
import { Card, Note, Text } from '../../../../ui/layout.tsx'
import { Money } from '../../../../ui/show/money.tsx'
import type { ServiceItem } from '../form.ts'
import type { Booking } from '../use-booking.ts'
import { DiscountWhoMay } from './discount-who-may.tsx'

/** Covers and extras; mandatory ones are always ticked. */
export default function ServiceCard({ booking }: { booking: Booking }) {
  const { entered, enter, services, problems } = booking
  const { reduces: given, source } = entered
  const asked = { given, source, onChange: (reduces: typeof given) => enter({ reduces }) }
  const choose = (code: string, qty: number) => enter({ services: { ...entered.services, [code]: qty } })
  return (
    <Card title="保障与服务" data-field-error={problems.services && true}>
      {services.data?.map((service) => (
        <ServiceRow
          key={service.code}
          service={service}
          qty={entered.services[service.code] ?? 0}
          onChange={(qty) => choose(service.code, qty)}
        />
      ))}
      {services.data?.length === 0 && <Note pad={16}>{entered.modelId ? '该车型没有可选服务' : '选好车型后显示'}</Note>}
      {!services.data && services.error && (
        <LoadError inline title="服务没有加载出来" onRetry={() => void services.refetch()} />
      )}
      {services.isPending && !services.error && <Note pad={16}>正在加载服务</Note>}
      {problems.services && (
        <Note pad={[0, 16, 12]} ink="danger">
          {problems.services}
        </Note>
      )}
      <PickRow
        label="减免"
        value={
          given.length > 0 &&
          given.map(({ reduceType, amount }) => `${reduceTypes.text(reduceType)} ${formatMoney(-amount)}`).join('，')
        }
        placeholder="无"
        error={problems.reduces}
        onClick={() => void open(() => import('../../../../booking/order/parts/sheet/reduce-sheet.tsx'), asked)}
      />
      {given.length > 0 && <DiscountWhoMay booking={booking} />}
    </Card>
  )
}

interface ServiceRowProps {
  readonly service: ServiceItem
  readonly qty: number
  readonly onChange: (qty: number) => void
}

function ServiceRow({ service, qty, onChange }: ServiceRowProps) {
  const { name, description, price, mandatory, maxQty } = service
  const note = [mandatory && !description.startsWith('必选') && '必选', description, capText(service)]
    .filter(Boolean)
    .join(' · ')
  const words = (
    <Text grow>
      {name}
      {note && <Note as="small">{note}</Note>}
    </Text>
  )
  const per = service.unit === 'day' ? '天' : maxQty > 1 ? '个' : '单'
  if (maxQty > 1 && !mandatory)
    return (
      <div className="cell">
        {words}
        <Money fen={price} free per={per} />
        <Stepper label={name} value={qty} max={maxQty} maxReason={`最多 ${maxQty} 个`} onChange={onChange} />
      </div>
    )
  return (
    <Checkbox
      className="cell service-press"
      checked={mandatory || qty > 0}
      disabled={mandatory}
      onChange={(event) => onChange(event.target.checked ? 1 : 0)}
    >
      {words}
      <Money fen={price} free per={per} />
    </Checkbox>
  )
}

const capText = ({ unit, capDays }: ServiceItem) => unit === 'day' && capDays !== null && `最多收 ${capDays} 天`
