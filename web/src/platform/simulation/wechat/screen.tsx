import { useState } from 'react'
import { calls, newKey, useWrite } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { Page } from '../../../page/page.tsx'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { Button, Card, Stack } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { sessionScreens } from '../../session/screens.ts'
import { simulationScreens } from '../screens.ts'

/**
 * WeChat's page with its QR code, and the phone that scans it: it redirects as WeChat does, but only to our own page.
 * With a scene it is the phone that scanned the QR code of the service account.
 */
export default function SimulatedWechat() {
  const { state, scene } = useScreen(simulationScreens.wechat)
  const [name, setName] = useState('演示微信')
  const follow = useWrite(calls.simulation.follow)
  const back = (code: string | undefined) => go(sessionScreens.profile, { code, state }, { replace: true })
  async function tell(on: boolean) {
    if (await follow.run({ scene, name: name.trim(), on })) toast(on ? '已关注公众号' : '已取消关注')
  }
  return (
    <Page>
      <Card pad>
        <Stack gap={12}>
          <Field label="微信昵称" hint="在真实环境中，这里是微信的扫码页面">
            <TextInput value={name} maxLength={20} onChange={({ target }) => setName(target.value)} />
          </Field>
          <Button
            variant="primary"
            size="l"
            disabled={name.trim() === ''}
            loading={follow.pending}
            onClick={() => (scene === '' ? back(`wx-${name.trim()}.${newKey()}`) : void tell(true))}
          >
            {scene === '' ? '同意登录' : '关注公众号'}
          </Button>
          <Button size="l" onClick={() => (scene === '' ? back(undefined) : void tell(false))}>
            {scene === '' ? '取消' : '取消关注'}
          </Button>
        </Stack>
      </Card>
    </Page>
  )
}
