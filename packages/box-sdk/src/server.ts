export * from '@boxwood/command-bus/server';
