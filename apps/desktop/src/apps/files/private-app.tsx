export { bind, PrivateApp as App } from './index.tsx';
