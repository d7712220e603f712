import { Link } from '../../../kernel/page/link.tsx'
import { sessionScreens } from '../../screens.ts'

/** For who was invited and has a code. */
export const JoinLink = () => <Link to={sessionScreens.join}>加入商家</Link>
