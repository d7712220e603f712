import './minapp-login.css'
import { awaitsPhone, isQrExpired, isQrRefused, isQrScanned } from '@cheyi/domain/platform/session/qr'
import { Suspense } from 'react'
import { Link } from '../../../kernel/page/link.tsx'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { goTo, safePath } from '../../../kernel/page/router.ts'
import { setToken } from '../../../kernel/token.ts'
import { Button } from '../../../ui/button.tsx'
import { Logo } from '../../../ui/frame/app-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Stack, Text } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'
import { sessionScreens } from '../screens.ts'
import { useQrLogin } from './use-qr-login.ts'

/** Signs in with a phone that is already signed in: the phone scans the QR code and confirms. */
export default function MinappLogin() {
  const { redirect } = useScreen(sessionScreens.minappLogin)
  const { qr, state, left, failed, restart } = useQrLogin(redirect, (token, to) => {
    setToken(token)
    goTo(safePath(to), { replace: true, force: true })
  })
  const over = failed || isQrExpired(state) || isQrRefused(state)
  return (
    <Stack align="center" text="center" className="qr-login">
      <Logo size={56} />
      <Text as="h1" top={16} size="display">
        扫码登录
      </Text>
      <Text as="p" top={8} ink={2}>
        用已登录车驿的手机扫描二维码
      </Text>
      <div className="qr-login-box">
        <Suspense fallback={null}>{qr && <QrCode text={location.origin + qr.qrText} label="登录二维码" />}</Suspense>
        {isQrScanned(state) && (
          <Stack gap={12} pad={16} align="center" justify="center" fill="surface" className="qr-login-cover">
            <Icon name="check" size={24} />
            <strong>已扫码，请在手机上确认</strong>
          </Stack>
        )}
        {over && (
          <Stack
            gap={12}
            pad={16}
            align="center"
            justify="center"
            fill="surface"
            className="qr-login-cover"
            role="alert"
          >
            <strong>
              {failed ? '二维码没有加载出来' : isQrRefused(state) ? '已在手机上拒绝登录' : '二维码已失效，请刷新'}
            </strong>
            <Button variant="primary" icon="refresh" onClick={restart}>
              刷新
            </Button>
          </Stack>
        )}
      </div>
      <Text as="p" top={16} high={24} ink={2} num aria-live="polite">
        {over
          ? ' '
          : isQrScanned(state)
            ? '已扫码请确认'
            : !awaitsPhone(state)
              ? '正在登录'
              : qr
                ? `待扫码 · ${left}秒后失效`
                : '正在生成'}
      </Text>
      <Box as={Link} pad={12} top={12} ink="link" to={sessionScreens.login} with={{ redirect }}>
        用手机号登录
      </Box>
    </Stack>
  )
}
