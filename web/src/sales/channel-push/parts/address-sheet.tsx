import type { Source } from '@cheyi/domain/booking/order/codes'
import { useTyped } from '../../../form/use-typed.ts'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/field/input.tsx'
import { Stack } from '../../../ui/layout.tsx'

interface AddressSheetProps extends Asks<boolean> {
  readonly source: Source
  /** Missing: the channel has no address yet. */
  readonly stored?: NonNullable<OutputOf<typeof calls.channelPush.webhook>['webhook']> | undefined
}

interface Typed {
  readonly url: string
  readonly enabled: boolean
  readonly pushStock: boolean
}

const wrong = ({ url }: Typed) => ({
  url: url.trim() === '' ? '请填写回调地址' : !/^https?:\/\/\S+$/.test(url.trim()) && '请填写完整的网址',
})

/** The address where a platform is notified, and what it receives. */
export default function AddressSheet({ source, stored, answer }: AddressSheetProps) {
  const saving = useWrite(calls.channelPush.webhookSave)
  const { value, write, problems, isWhole, frame } = useTyped<Typed>(
    { url: stored?.url ?? '', enabled: stored?.enabled ?? true, pushStock: stored?.pushStock ?? false },
    wrong,
  )
  async function save() {
    if (!isWhole()) return
    const saved = await saving.run({ source, version: stored?.version, ...value, url: value.url.trim() })
    if (!saved) return
    answer(true)
    if (stored === undefined) await open(() => import('../../channel/parts/secret-sheet.tsx'), { secret: saved.secret })
    else feedback.toast('回调设置已保存')
  }
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
        <Field label="地址" layout="stack" error={problems.url} hint="平台提供的公网 https 地址，端口 443 或 8443">
          <TextInput
            maxLength={500}
            value={value.url}
            placeholder="https://example.com/notify"
            onChange={({ target }) => write({ url: target.value })}
          />
        </Field>
        <Field label="启用" hint="停用期间的订单变化保留，两天内重新启用会补发">
          <Switch
            label="启用回调"
            checked={value.enabled}
            onChange={({ target }) => write({ enabled: target.checked })}
          />
        </Field>
        <Field label="推送库存和价格" hint="变化后约2秒推送最新值，每天凌晨全量推送一次">
          <Switch
            label="推送库存和价格"
            checked={value.pushStock}
            onChange={({ target }) => write({ pushStock: target.checked })}
          />
        </Field>
      </Stack>
    </OpenedSheet>
  )
}
