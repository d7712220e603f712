import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { goTo, safePath } from '../../../kernel/page/router.ts'
import { Logo } from '../../../ui/frame/app-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Disc, Row, Stack, Text } from '../../../ui/layout.tsx'
import { SignForm } from '../parts/sign-form.tsx'
import { sessionScreens } from '../screens.ts'

export default function Login() {
  const { redirect } = useScreen(sessionScreens.login)
  const { data: installation } = useRead(calls.lookup.installation, {}, { freshFor: Number.POSITIVE_INFINITY })
  return (
    <SignForm
      head={
        <>
          <Logo size={56} />
          <Text as="h1" top={20} size="display">
            登录车驿
          </Text>
          <Text as="p" top={8} ink={2}>
            {redirect ? '请先登录，登录后回到刚才打开的页面' : '取还车、排车、价格与库存，一部手机管好'}
          </Text>
        </>
      }
      ways={['password', 'code']}
      links={
        <Row as="p" pad={[12, 0]} top={4} align="stretch" justify="between" note className="sign-links">
          <Row as="span">
            首次使用？
            <Text as={Link} ink="link" to={sessionScreens.register}>
              注册账号
            </Text>
          </Row>
          <JoinLink />
          <Link to={sessionScreens.forgotPassword}>忘记密码</Link>
        </Row>
      }
      others={
        <Row gap={40} top={40} align="stretch" justify="center">
          <Stack as={Link} gap={8} align="center" note to={sessionScreens.minappLogin} with={{ redirect }}>
            <Disc across={48} fill="page" ink={1}>
              <Icon name="scan" />
            </Disc>
            扫码
          </Stack>
          {installation?.partner && (
            <Stack as={Link} gap={8} align="center" note to={sessionScreens.wukongLoginCode}>
              <Disc across={48} fill="page" ink={1}>
                <Icon name="link" />
              </Disc>
              合作渠道
            </Stack>
          )}
        </Row>
      }
      onSignedIn={() => goTo(safePath(redirect), { replace: true })}
    />
  )
}

/** For a person who was invited and has a code. */
const JoinLink = () => <Link to={sessionScreens.join}>加入商家</Link>
