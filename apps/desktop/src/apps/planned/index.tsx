export { PlannedApp as App } from '../../kit/app/apps/PlannedApp.tsx';
