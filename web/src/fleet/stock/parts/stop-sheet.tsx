import type { Source } from '@cheyi/domain/booking/order/codes'
import { stopReason, stopReasons } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { formatDateTime, localDate, MINUTE, parseDateTime } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls, type InputOf, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePicking } from '../../../kernel/page/picking.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { useSourceOptions } from '../../../platform/merchant/parts/sources.ts'
import { DateRangeField } from '../../../ui/date/date-range-field.tsx'
import { Field, TextArea } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Stepper } from '../../../ui/field/stepper.tsx'
import { ChipChecks, ChipRadios } from '../../../ui/frame/chips.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Box, Button, Notice, Stack, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'

type Input = InputOf<typeof calls.stock.stopSave>
type Affected = OutputOf<typeof calls.stock.stopSave>['affected']

interface StopSheetProps extends Asks<true> {
  readonly storeId: string
  readonly modelId: string
  /** A car that is chosen already. */
  readonly vehicleId?: string
  /** The day on which the stop begins by default. */
  readonly date: string
  /** Number of timeline days that are requested to list the vehicles. */
  readonly span: number
}

const scopes = [
  { value: 'all', label: '全部' },
  { value: 'some', label: '按数量' },
  { value: 'one', label: '单辆车' },
] as const
const harms = isRefusedFor('stopSaleHarms')

/** Creates a stop of sales for all cars, some cars or one car. Affected orders without a car are shown for confirmation. */
export default function StopSheet(props: StopSheetProps) {
  const { storeId, modelId, vehicleId: given, date, span, answer } = props
  const now = useNow()
  const today = localDate(now)
  const timeline = useRead(calls.stock.timeline, { storeId, modelId, from: date, days: span })
  const vehicles = timeline.data?.vehicles ?? []
  const sourceOptions = useSourceOptions()
  const [scope, setScope] = useState<(typeof scopes)[number]['value']>(given === undefined ? 'all' : 'one')
  const [quantity, setQuantity] = useState(1)
  const [vehicleId, setVehicleId] = useState(given)
  const [range, setRange] = useState<readonly string[]>([
    date === today ? formatDateTime(now) : `${date} 00:00`,
    `${date} 23:59`,
  ])
  const picking = usePicking()
  const [reason, setReason] = useState<Input['reason']>(stopReason.ownUse)
  const [remark, setRemark] = useState('')
  const [channels, setChannels] = useState<Source[]>([])
  const [harmed, setHarmed] = useState<Affected>()
  const [missing, setMissing] = useState<{ range?: string; vehicle?: string }>({})
  const save = useWrite(calls.stock.stopSave, {
    handles: harms,
    onDone({ moved }) {
      toast(moved > 0 ? `已停售，${moved} 个订单改派其他车` : '已停售')
      answer(true)
    },
    onFailure(failure) {
      if (harms(failure)) setHarmed((failure.data as { affected: Affected }).affected)
    },
  })
  /** A changed input needs a new check by the server. */
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setHarmed(undefined)
      setMissing({})
      set(value)
    }
  function submit() {
    const [first, last] = range
    const end = last === undefined ? null : parseDateTime(last)
    const problems = {
      range: first === undefined || end === null ? '请选择停售时间' : undefined,
      vehicle: scope === 'one' && vehicleId === undefined ? '请选择车辆' : undefined,
    }
    setMissing(problems)
    if (first === undefined || end === null || problems.vehicle) return
    void save.run({
      storeId,
      modelId,
      vehicleId: scope === 'one' ? vehicleId : undefined,
      start: first,
      // The end is exclusive, so the last chosen minute is included.
      end: end + MINUTE,
      quantity: scope === 'some' ? quantity : null,
      reason,
      remark,
      channels: scope === 'one' ? [] : channels,
      confirm: harmed !== undefined,
    })
  }
  return (
    <OpenedSheet
      title="停售"
      footer={
        <Button variant={harmed ? 'destroy' : 'primary'} size="l" block loading={save.pending} onClick={submit}>
          {harmed ? '仍要停售' : '停售'}
        </Button>
      }
    >
      <Stack gap={12}>
        <Field label="范围" group>
          <Segmented label="范围" options={scopes} value={scope} onChange={change(setScope)} />
        </Field>
        {scope === 'some' && (
          <Field label="停售数量" group inline>
            <Stepper
              label="停售数量"
              value={quantity}
              min={1}
              max={vehicles.length}
              maxReason={`共 ${vehicles.length} 辆`}
              onChange={change(setQuantity)}
            />
          </Field>
        )}
        {scope === 'one' && (
          <Field label="车辆" error={missing.vehicle}>
            <Select
              title="选择车辆"
              placeholder="选择车辆"
              search
              options={vehicles.map((one) => ({ value: one.vehicleId, label: displayPlate(one.plate) }))}
              value={vehicleId}
              onChange={change(setVehicleId)}
            />
          </Field>
        )}
        <Field label="停售时间" error={missing.range}>
          <DateRangeField
            look="fill"
            open={picking.open}
            onOpenChange={(shown) => (shown ? picking.show() : picking.close())}
            value={range as never}
            onChange={change(setRange as (value: readonly string[]) => void)}
            today={today}
            disablePast
            title="停售时间"
          />
        </Field>
        <Field label="原因" group>
          <ChipRadios
            label="原因"
            look="wrap"
            options={stopReasons.values.map((value) => ({ value, label: stopReasons.text(value) }))}
            value={reason}
            onChange={setReason}
          />
        </Field>
        {scope !== 'one' && (
          <Field label="渠道" group hint="不选为全部渠道">
            <ChipChecks
              label="渠道"
              look="wrap"
              options={sourceOptions}
              value={channels}
              onChange={change(setChannels)}
            />
          </Field>
        )}
        <Field label="备注" optional>
          <TextArea value={remark} maxLength={200} rows={2} onChange={(event) => setRemark(event.target.value)} />
        </Field>
        {harmed && (
          <Notice tone="danger">
            停售后将有 {harmed.length} 个订单无车可用
            <Box as="ul" top={4} num>
              {harmed.map(({ orderNo, contactName, pickupAt, returnAt }) => (
                <li key={orderNo}>
                  {contactName} {orderNo}
                  <Text as="small" ink="inherit" size="xs" block>
                    {formatDateTime(pickupAt)} ~ {formatDateTime(returnAt)}
                  </Text>
                </li>
              ))}
            </Box>
          </Notice>
        )}
      </Stack>
    </OpenedSheet>
  )
}
