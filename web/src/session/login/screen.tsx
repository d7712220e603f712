import { Link } from '../../kernel/page/link.tsx'
import { useScreen } from '../../kernel/page/pages.tsx'
import { goTo, safePath } from '../../kernel/page/router.ts'
import { Logo } from '../../ui/frame/app-frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { JoinLink } from '../parts/invitation/join-link.tsx'
import { SignForm } from '../parts/sign-form.tsx'
import { sessionScreens } from '../screens.ts'

/** Sign-in by mobile, with a password or a code. */
export default function Login() {
  const { redirect } = useScreen(sessionScreens.login)
  return (
    <SignForm
      head={
        <>
          <Logo size={56} />
          <Text as="h1" top={20} size="display">
            登录车驿
          </Text>
          <p className="sign-note">取还车、排车、价格与库存，一部手机管好</p>
        </>
      }
      ways={['password', 'code']}
      links={
        <p className="sign-links">
          <span>
            首次使用？
            <Link className="sign-register" to={sessionScreens.register}>
              注册账号
            </Link>
          </span>
          <JoinLink />
          <Link to={sessionScreens.forgotPassword}>忘记密码</Link>
        </p>
      }
      others={
        <Row gap={40} top={40} align="stretch" justify="center">
          <Stack
            as={Link}
            gap={8}
            align="center"
            note
            className="sign-other"
            to={sessionScreens.minappLogin}
            with={{ redirect }}
          >
            <Icon name="scan" />
            扫码
          </Stack>
          <Stack as={Link} gap={8} align="center" note className="sign-other" to={sessionScreens.wukongLoginCode}>
            <Icon name="link" />
            合作渠道
          </Stack>
        </Row>
      }
      onSignedIn={() => goTo(safePath(redirect), { replace: true })}
    />
  )
}
