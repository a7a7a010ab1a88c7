export { Later as App } from '../../app-kit/Later.tsx';
