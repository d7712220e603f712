import { copyText } from '../../../kernel/device/native-acts.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Button, Card, MainButton, Note, Notice, Stack, Text } from '../../../ui/layout.tsx'

interface SecretSheetProps extends Asks<true> {
  /** Missing: of a secret without a number, which signs messages to the platform. */
  readonly appKey?: string
  /** null: the secret can be read only once, and this request did not receive it. */
  readonly secret: string | null
}

/** A complete secret; it is shown only once. */
export default function SecretSheet({ appKey, secret, answer }: SecretSheetProps) {
  return (
    <OpenedSheet
      title="请保存密钥"
      footer={<MainButton onClick={() => answer(true)}>{secret === null ? '知道了' : '已保存好'}</MainButton>}
    >
      <Stack gap={12}>
        <Notice>
          {secret === null
            ? '密钥已生成，但只能显示一次，本次没有取到。请轮换该密钥，重新获取'
            : '密钥只显示这一次，请立即复制并通过安全的方式交给平台'}
        </Notice>
        <Card pad>
          {appKey !== undefined && (
            <>
              <Note>密钥编号（X-Channel-Key）</Note>
              <Text block className="num">
                {appKey}
              </Text>
            </>
          )}
          {secret !== null && (
            <>
              <Note>密钥</Note>
              <Text block className="num">
                {secret}
              </Text>
            </>
          )}
        </Card>
        {secret !== null && (
          <Button
            variant="outline"
            size="l"
            block
            onClick={() =>
              appKey === undefined
                ? void copyText(secret, '已复制密钥')
                : void copyText(`${appKey}\n${secret}`, '已复制编号和密钥')
            }
          >
            {appKey === undefined ? '复制密钥' : '复制编号和密钥'}
          </Button>
        )}
      </Stack>
    </OpenedSheet>
  )
}
