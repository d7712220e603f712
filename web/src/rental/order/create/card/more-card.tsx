import { isPlatform, source } from '@cheyi/domain/booking/order/codes'
import { useState } from 'react'
import { TextAreaField, TextField } from '../../../../form/fields.tsx'
import { fieldsOf } from '../../../../form/form-field.ts'
import { SelectField } from '../../../../form/select-field.tsx'
import { open } from '../../../../page/open.ts'
import { useSourceOptions } from '../../../../platform/merchant/parts/sources.ts'
import { Field, TextInput } from '../../../../ui/field/field.tsx'
import { PickRow } from '../../../../ui/field/pick-row.tsx'
import { Chip } from '../../../../ui/frame/chips.tsx'
import { Box, Card, Row } from '../../../../ui/layout.tsx'
import type { Booking } from '../use-booking.ts'

const MAX_TAGS = 5
const MAX_TAG = 10

/** Optional parts of a booking: source, additional drivers, notes. */
export default function MoreCard({ booking }: { booking: Booking }) {
  const { entered, enter, leave, problems } = booking
  const sourceOptions = useSourceOptions([entered.source])
  const { codrivers: chosen, renter } = entered
  const asked = { chosen, renterId: renter?.personId, onChange: (codrivers: typeof chosen) => enter({ codrivers }) }
  async function pickCompany() {
    const picked = await open(() => import('../../../company/parts/pick-sheet.tsx'), { chosen: entered.company })
    if (picked) enter({ company: picked.company })
  }
  const fields = fieldsOf(entered, enter, problems)
  return (
    <Card title="其他">
      <SelectField of={fields.source} label="订单来源" options={sourceOptions} />
      {isPlatform(entered.source) && (
        <TextField
          of={fields.channelOrderNo}
          label="渠道订单号"
          maxLength={64}
          placeholder="渠道后台的订单号"
          onBlur={() => entered.channelOrderNo && leave('channelOrderNo')}
        />
      )}
      {entered.source === source.offline && (
        <PickRow
          label="企业客户"
          value={entered.company && (entered.company.name || '已选企业')}
          placeholder="选填，按协议价并由企业付款"
          error={problems.company}
          onClick={() => void pickCompany()}
        />
      )}
      <PickRow
        label="同行驾驶人"
        value={chosen.map(({ name }) => name || '已登记').join('、')}
        placeholder="选填，最多 3 人"
        error={problems.codrivers}
        onClick={() => void open(() => import('../sheet/codriver-sheet.tsx'), asked)}
      />
      <Field label="标签" error={problems.tags} optional group>
        <TagsInput value={entered.tags} onChange={(tags) => enter({ tags })} />
      </Field>
      <Box pad={[8, 16, 16]}>
        <TextAreaField of={fields.remark} label="备注" optional maxLength={500} rows={2} placeholder="只有员工可见" />
      </Box>
    </Card>
  )
}

/** Tags to find the order by; Enter or leaving the field adds one. */
function TagsInput({ value, onChange }: { value: readonly string[]; onChange: (tags: readonly string[]) => void }) {
  const [typed, setTyped] = useState('')
  function add() {
    const tag = typed.trim()
    setTyped('')
    if (tag !== '' && !value.includes(tag)) onChange([...value, tag])
  }
  return (
    <Row as="span" gap={[4, 8]} wrap>
      {value.map((tag) => (
        <Chip key={tag} on onRemove={() => onChange(value.filter((one) => one !== tag))}>
          {tag}
        </Chip>
      ))}
      {value.length < MAX_TAGS && (
        <TextInput
          aria-label="添加标签"
          value={typed}
          maxLength={MAX_TAG}
          placeholder="添加标签"
          enterKeyHint="done"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            add()
          }}
        />
      )}
    </Row>
  )
}
