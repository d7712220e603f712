export {
  type CustomerPurpose,
  customerPhone,
  newCustomerLink,
  type OpenedLink,
  openCustomerLink,
  openLink,
  registerRenterPhone,
  textLink,
  withinOrderLink,
} from './link.ts'
export {
  givePass,
  openOwnerWithPass,
  openWithPass,
  partUploadGuard,
  passUploadGuard,
  sendPassCode,
  takePass,
  tokenOfFile,
} from './pass.ts'
export { revokeLinks, textsOf } from './store.ts'
