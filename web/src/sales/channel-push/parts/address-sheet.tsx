import type { Source } from '@cheyi/domain/booking/order/codes'
import { type ChannelWire, channelWire, channelWires } from '@cheyi/domain/sales/channel/codes'
import { isPushed } from '@cheyi/domain/sales/channel-push/wire'
import { SwitchField, TextField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { useTyped } from '../../../form/use-problems.ts'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { MainButton, Note, Stack } from '../../../ui/layout.tsx'
import { pushedNote } from './pushed-note.ts'

interface AddressSheetProps extends Asks<boolean> {
  readonly source: Source
  /** Missing: the channel has no address yet. */
  readonly stored?: NonNullable<OutputOf<typeof calls.channelPush.webhook>['webhook']> | undefined
  /** The protocols that the installation has. */
  readonly offered: readonly ChannelWire[]
}

interface Typed {
  readonly wire: ChannelWire
  readonly url: string
  readonly enabled: boolean
  readonly pushStock: boolean
}

const wrong = ({ wire, url }: Typed) => ({
  url:
    wire !== channelWire.open
      ? false
      : url.trim() === ''
        ? '请填写回调地址'
        : !/^https?:\/\/\S+$/.test(url.trim()) && '请填写完整的网址',
})

/** The address where a platform is notified, and what it receives. */
export default function AddressSheet({ source, stored, offered, answer }: AddressSheetProps) {
  const saving = useWrite(calls.channelPush.webhookSave)
  const { value, write, problems, isWhole, frame } = useTyped<Typed>(
    {
      wire: stored?.wire ?? channelWire.open,
      url: stored?.url ?? '',
      enabled: stored?.enabled ?? true,
      pushStock: stored?.pushStock ?? false,
    },
    wrong,
  )
  async function save() {
    if (!isWhole()) return
    const pushStock = value.pushStock && isPushed(value.wire, 'stock.updated')
    const saved = await saving.run({ source, version: stored?.version, ...value, url: value.url.trim(), pushStock })
    if (!saved) return
    answer(true)
    if (stored === undefined && value.wire === channelWire.open)
      await open(() => import('../../channel/parts/secret-sheet.tsx'), { secret: saved.secret })
    else feedback.toast('回调设置已保存')
  }
  const fields = fieldsOf(value, write, problems)
  return (
    <OpenedSheet
      title="回调地址"
      footer={
        <MainButton loading={saving.pending} onClick={() => void save()}>
          保存
        </MainButton>
      }
    >
      <Stack gap={12} ref={frame}>
        {offered.length > 1 && (
          <Field label="接入方式">
            <ChipRadios
              label="接入方式"
              options={offered.map((wire) => ({ value: String(wire), label: channelWires.text(wire) }))}
              value={String(value.wire)}
              onChange={(wire) => write({ wire: offered.find((one) => String(one) === wire)! })}
            />
          </Field>
        )}
        {value.wire === channelWire.open ? (
          <TextField
            of={fields.url}
            label="地址"
            hint="平台提供的公网 https 地址，端口 443 或 8443"
            maxLength={500}
            placeholder="https://example.com/notify"
          />
        ) : (
          <Note>{pushedNote(value.wire)}</Note>
        )}
        <SwitchField of={fields.enabled} label="启用" hint="停用期间的订单变化保留，两天内重新启用会补发" />
        {isPushed(value.wire, 'stock.updated') && (
          <SwitchField
            of={fields.pushStock}
            label="推送库存和价格"
            hint="变化后约2秒推送最新值，每天凌晨全量推送一次"
          />
        )}
      </Stack>
    </OpenedSheet>
  )
}
