import { partnerUnbindWechat } from '../../form/calls/partner-unbind-wechat.gen.ts'
import { useEntry } from '../../form/use-entry.ts'
import { loadUser } from '../../kernel/user.ts'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import CodeField from '../parts/code-field.tsx'

/** Unbinding after a sign-in of long ago: with a code; answers true once it is done. */
export default function UnbindSheet({ answer }: Asks<boolean>) {
  const form = useEntry(partnerUnbindWechat, {
    also: ({ smsCode }) => ({ smsCode: !smsCode && '请输入验证码' }),
    onSent() {
      void loadUser()
      answer(true)
    },
  })
  return (
    <OpenedSheet title="验证身份">
      <Stack as="form" gap={12} pad={[4, 0, 12]} ref={form.frame} bare onSubmit={form.submit} noValidate>
        <CodeField of={form.fields.smsCode} scene="bind" />
        <Button type="submit" variant="primary" size="l" loading={form.pending}>
          解绑微信
        </Button>
      </Stack>
    </OpenedSheet>
  )
}
