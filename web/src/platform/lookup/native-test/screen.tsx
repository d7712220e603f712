import './native-test.css'
import { useEffect, useState } from 'react'
import { nativeVersion } from '../../../kernel/call/version.ts'
import { type Bridge, BridgeFailure, type BridgeType, bridgeText } from '../../../kernel/device/bridge.ts'
import { askNative, type BridgeLine, isNative, tellNative, watchBridge } from '../../../kernel/device/native.ts'
import { copyText, downloadImage, openHelloApp, openMap, share } from '../../../kernel/device/native-acts.ts'
import { imageToBase64 } from '../../../kernel/media/image.ts'
import { readStored } from '../../../kernel/stored.ts'
import { Page, page } from '../../../page/page.tsx'
import { Button, Card, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { lookupScreens } from '../screens.ts'

/** From this version on, the shell uploads a video in the background. */
const UPLOADS_BEHIND = 8
/** Number of bridge messages in the log. */
const KEPT = 200

interface Line {
  /** Number of the message since the page was opened. */
  readonly no: number
  readonly words: string
}

/** Sends each message between the page and the native shell by hand, and shows the exact texts of both sides. */
export default page(lookupScreens.native, () => {
  const [lines, setLines] = useState<readonly Line[]>([])
  useEffect(() => {
    let no = 0
    return watchBridge((line) => setLines((before) => [{ no: no++, words: wordsOf(line) }, ...before].slice(0, KEPT)))
  }, [])
  const version = nativeVersion()
  return (
    <Page reading>
      <Card pad title="外壳">
        <KeyValue
          rows={[
            { label: '运行在', value: isNative() ? '原生外壳' : '浏览器' },
            { label: '外壳版本', value: version === 0 ? '未告知' : String(version) },
            {
              label: '视频后台续传',
              value: isNative() && version >= UPLOADS_BEHIND ? '支持' : '不支持，上传完才能继续',
            },
          ]}
        />
        {!isNative() && <Note top={8}>浏览器里有替代做法的消息可以照样试，其余的只在外壳里有。</Note>}
      </Card>
      <Card title="消息">
        {tries.map((one) => (
          <Message key={one.type} of={one} />
        ))}
      </Card>
      <Card
        pad
        title="原始记录"
        extra={
          lines.length > 0 && (
            <Row gap={8}>
              <Button size="s" variant="text" onClick={() => void copyLines(lines.map(({ words }) => words))}>
                复制
              </Button>
              <Button size="s" variant="text" onClick={() => setLines([])}>
                清空
              </Button>
            </Row>
          )
        }
      >
        {lines.length === 0 ? (
          <Note>还没有消息往来</Note>
        ) : (
          <ol className="native-test-lines" aria-label="原始记录">
            {lines.map(({ no, words }) => (
              <li key={no}>{words}</li>
            ))}
          </ol>
        )}
      </Card>
    </Page>
  )
})

/** The messages include the session token that the shell stores: it is masked. */
function wordsOf({ by, text, at }: BridgeLine): string {
  const shown = text.replace(/("key":"token","value":)"[^"]*"/, '$1"***"').replace(/("token":)"[^"]*"/, '$1"***"')
  const time = new Date(at).toLocaleTimeString('zh-CN', { hour12: false })
  return `${time} ${by === 'page' ? '→' : '←'} ${shown}`
}

type Outcome =
  | { readonly at: 'waiting'; readonly percent: number | undefined }
  | { readonly at: 'answered'; readonly text: string; readonly ms: number }
  | { readonly at: 'failed'; readonly text: string; readonly ms: number }

function Message({ of: { type, title, ask, inBrowser } }: { of: Try }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const possible = isNative() || inBrowser !== undefined
  async function send() {
    const from = performance.now()
    const ms = () => Math.round(performance.now() - from)
    setOutcome({ at: 'waiting', percent: undefined })
    try {
      const answer = isNative() ? await ask((percent) => setOutcome({ at: 'waiting', percent })) : await inBrowser?.()
      const text = answer === undefined ? '已发出，不等回复' : JSON.stringify(answer)
      setOutcome({ at: 'answered', text: isNative() ? text : '浏览器已处理', ms: ms() })
    } catch (error) {
      setOutcome({ at: 'failed', text: faultOf(error), ms: ms() })
    }
  }
  return (
    <Stack gap={8} pad={[12, 16]} className="native-test-message">
      <Row gap={12} justify="between">
        <span>
          {title}
          <Note as="small">{type}</Note>
        </span>
        {possible ? (
          <Button size="s" loading={outcome?.at === 'waiting'} onClick={() => void send()} aria-label={`发送 ${type}`}>
            发送
          </Button>
        ) : (
          <Tag>仅外壳</Tag>
        )}
      </Row>
      {outcome && (
        <div role="status">
          {outcome.at === 'waiting' ? (
            <Text ink={2} size="s">
              {outcome.percent === undefined ? '等待回复' : `已上传 ${outcome.percent}%`}
            </Text>
          ) : (
            <Notice tone={outcome.at === 'answered' ? 'success' : 'danger'}>
              <span className="native-test-answer">
                {outcome.text}（{outcome.ms} 毫秒）
              </span>
            </Notice>
          )}
        </div>
      )}
    </Stack>
  )
}

/** The error code of the protocol, and the message that the user would see. */
function faultOf(error: unknown): string {
  if (!(error instanceof BridgeFailure)) return error instanceof Error ? error.message : String(error)
  const told = bridgeText(error)
  const words = error.message === error.code ? error.code : `${error.code} ${error.message}`
  return told === null ? `${words}（不提示）` : `${words}（提示：${told}）`
}

/*
 * One try for each message of the bridge, with harmless content: uploaded files belong to no record and are deleted
 * as all files that are not attached to one.
 */

interface Try {
  readonly type: BridgeType | 'invalid-token'
  readonly title: string
  /**
   * Sends the message to the shell.
   * @returns the response of the shell
   */
  readonly ask: (onProgress: (percent: number) => void) => Promise<unknown>
  /** The same function in a browser; left out where a page has a button for it. */
  readonly inBrowser?: () => Promise<void>
}

const SQUARE = { lat: 31.2304, lng: 121.4737, name: '人民广场', address: '上海市黄浦区人民大道' }
const LINK = () => ({ title: '车驿', desc: '外壳自检', url: location.href, target: 'session' as const })
const APP = 'cheyi-travel://order/1'
const PICTURE = () => ({ url: new URL('/icon.svg', location.origin).href, fileName: 'icon.svg' })

/** A try that sends the same payload each time. */
const says =
  <K extends BridgeType>(type: K, payload: () => Bridge[K][0] | Promise<Bridge[K][0]>) =>
  async (onProgress: (percent: number) => void): Promise<unknown> =>
    askNative(type, await payload(), onProgress)

const tries: readonly Try[] = [
  {
    type: 'map',
    title: '地图',
    ask: says('map', () => ({ mode: 'view', ...SQUARE })),
    inBrowser: () => openMap('view', SQUARE),
  },
  { type: 'bindWechat', title: '微信授权', ask: says('bindWechat', () => ({})) },
  {
    type: 'downloadImage',
    title: '保存图片',
    ask: says('downloadImage', PICTURE),
    inBrowser: () => downloadImage(PICTURE().url, PICTURE().fileName),
  },
  { type: 'share', title: '分享', ask: says('share', LINK), inBrowser: () => share(LINK()) },
  {
    type: 'uploadVideo',
    title: '上传视频',
    ask: says('uploadVideo', () => ({ max: 1, maxSeconds: 60, biz: 'remark', bizId: '' })),
  },
  {
    type: 'uploadImage',
    title: '上传图片',
    ask: says('uploadImage', () => ({ max: 1, source: 'both', biz: 'remark', bizId: '' })),
  },
  {
    type: 'uploadBase64',
    title: '上传签名',
    ask: says('uploadBase64', async () => ({
      data: await imageToBase64(PICTURE().url),
      mime: 'image/png',
      name: 'sign.png',
      biz: 'signature',
      bizId: '',
    })),
  },
  {
    type: 'putStorage',
    title: '外壳存储',
    ask: says('putStorage', () => ({ key: 'taskManage', value: readStored('taskManage') })),
  },
  {
    type: 'openHelloApp',
    title: '打开合作App',
    ask: says('openHelloApp', () => ({ path: APP })),
    inBrowser: () => openHelloApp(APP),
  },
  {
    type: 'invalid-token',
    title: '登录失效通知',
    ask: async () => tellNative('invalid-token', {}),
  },
]

/** Copies the log of the bridge, for the developers of the shell. */
const copyLines = (lines: readonly string[]): Promise<void> => copyText(lines.join('\n'), '记录已复制')
