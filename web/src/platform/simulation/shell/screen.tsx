import './shell.css'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { calls, newKey, send } from '../../../kernel/call/calls.ts'
import { currentToken, dropToken, onToken } from '../../../kernel/token.ts'
import { Page, page } from '../../../page/page.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Button, Card, Note, Row, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { simulationScreens } from '../screens.ts'
import { actsOf, type ShellState } from './acts.ts'
import { createShell, type Shell } from './protocol.ts'
import { hold, isHeld, videos } from './queue.ts'

const versions = [
  { value: '7', label: '版本 7' },
  { value: '8', label: '版本 8' },
] as const

/** Number of log lines that are displayed; secrets are masked in them. */
const KEPT = 60
const hidden = (text: string) => text.replace(/("key":"token","value":|"token":|"data":)"[^"]*"/g, '$1"***"')

/** The identifier of this phone at the push service. */
const registrationId = `shell-${newKey()}`

/**
 * A native shell in a browser, with the product in a frame of the same origin: the developers of the app see here
 * which requests the page sends, and the flows are tested against it.
 */
export default page(simulationScreens.shell, ({ version: asked }) => {
  const version = asked === '7' ? '7' : '8'
  const frame = useRef<HTMLIFrameElement>(null)
  const state = useRef<ShellState>({ version: 8, hasPartnerApp: true })
  state.current = { ...state.current, version: Number(version) }
  const [hasPartnerApp, setPartnerApp] = useState(true)
  const [waits, setWaits] = useState(isHeld)
  const [online, setOnline] = useState(true)
  const [lines, setLines] = useState<readonly { readonly no: number; readonly text: string }[]>([])
  const note = (text: string) =>
    setLines((before) => [{ no: (before[0]?.no ?? 0) + 1, text: hidden(text) }, ...before].slice(0, KEPT))
  const [shell] = useState<Shell>(() => {
    const say = (text: string) => {
      note(`→ ${text}`)
      frame.current?.contentWindow?.onNativeMessage?.(text)
    }
    const one = createShell(
      actsOf(() => state.current),
      say,
      dropToken,
    )
    // The page reads this object when it starts.
    window.nativeShell = {
      postMessage(text) {
        note(`← ${text}`)
        one.hear(text)
      },
    }
    return one
  })
  const queued = useSyncExternalStore(videos.subscribe, () => videos.items())
  // The shell registers the phone for pushes with the token that it holds.
  const register = useEffectEvent(() => {
    if (currentToken() !== null)
      send(calls.notify.device, { registrationId }).then(
        ({ push }) => push && note('推送已登记'),
        () => {},
      )
  })
  useEffect(() => {
    void videos.open()
    register()
    const off = onToken(register)
    return () => {
      off()
      window.nativeShell = undefined
    }
  }, [])
  return (
    <Page reading>
      <Row gap={16} align="start" wrap>
        <iframe
          ref={frame}
          key={version}
          className="native-shell-phone"
          title={`车驿，外壳版本 ${version}`}
          src={`/?version=${version}`}
        />
        <Stack gap={12} className="grow">
          <Card pad title="外壳">
            <Stack gap={12}>
              <Segmented
                label="外壳版本"
                options={versions}
                value={version}
                onChange={(value) => location.assign(`${simulationScreens.shell.path}?version=${value}`)}
              />
              <Checkbox
                checked={hasPartnerApp}
                onChange={({ target }) => {
                  state.current = { ...state.current, hasPartnerApp: target.checked }
                  setPartnerApp(target.checked)
                }}
              >
                已安装合作App
              </Checkbox>
              <Checkbox
                checked={waits}
                onChange={({ target }) => {
                  hold(target.checked)
                  setWaits(target.checked)
                }}
              >
                视频先不上传
              </Checkbox>
              <Row gap={8} wrap>
                <Button size="s" onClick={() => shell.ask('back', {})}>
                  返回键
                </Button>
                <Button size="s" onClick={() => shell.ask('resume', {})}>
                  回到前台
                </Button>
                <Button
                  size="s"
                  onClick={() => {
                    shell.ask('network', { online: !online })
                    setOnline(!online)
                  }}
                >
                  {online ? '断网' : '恢复网络'}
                </Button>
              </Row>
            </Stack>
          </Card>
          <Card pad title="后台续传">
            {queued.length === 0 ? (
              <Note>没有排队的视频</Note>
            ) : (
              <KeyValue
                rows={queued.map(({ id, file, status, progress, message }) => ({
                  key: id,
                  label: file?.name ?? '视频',
                  value: status === '' ? '已上传' : message || (waits ? '等待上传' : `已上传 ${progress}%`),
                }))}
              />
            )}
          </Card>
          <Card pad title="消息">
            {lines.length === 0 ? (
              <Note>还没有消息往来</Note>
            ) : (
              <ol className="native-shell-lines" aria-label="消息往来">
                {lines.map(({ no, text }) => (
                  <li key={no}>{text}</li>
                ))}
              </ol>
            )}
          </Card>
        </Stack>
      </Row>
    </Page>
  )
})
