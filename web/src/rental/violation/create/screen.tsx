import { page } from '../../../page/page.tsx'
import { violationScreens } from '../screens.ts'
import { CreateForm } from './create-form.tsx'

export default page(violationScreens.create, ({ plate }) => <CreateForm plate={plate} />)
